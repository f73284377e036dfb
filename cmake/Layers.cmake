# A layer is a top-level folder; each folder inside it is one target, `<layer>_<folder>`, made of its *.cpp files.
# A folder without any *.cpp is header-only: its target is then an INTERFACE library and may be named all the same.

set(COTANGENT_ROOT ${CMAKE_CURRENT_SOURCE_DIR})

# What every C++ target of the project has: warnings, include root, public headers.
add_library(project_settings INTERFACE)
target_compile_features(project_settings INTERFACE cxx_std_20)
target_compile_options(project_settings INTERFACE -Wall -Wextra)
target_include_directories(project_settings INTERFACE ${COTANGENT_ROOT} ${COTANGENT_ROOT}/include)

# cotangent_layer(<layer> [USES <interface target>...])
# Adds one target per folder of <layer> and sets <layer>_TARGETS to their names.
function(cotangent_layer layer)
  cmake_parse_arguments(PARSE_ARGV 1 argument "" "" "USES")
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${COTANGENT_ROOT}/${layer} ${layer}/*)
  set(targets)
  foreach(folder IN LISTS folders)
    if(NOT IS_DIRECTORY ${COTANGENT_ROOT}/${layer}/${folder})
      continue()
    endif()
    set(target ${layer}_${folder})
    file(GLOB sources CONFIGURE_DEPENDS ${layer}/${folder}/*.cpp)
    if(sources)
      add_library(${target} OBJECT ${sources})
      target_link_libraries(${target} PUBLIC project_settings PRIVATE ${argument_USES})
      if("engine_settings" IN_LIST argument_USES)
        cotangent_use_engine_header(${target})
      endif()
    else()
      add_library(${target} INTERFACE)
      target_link_libraries(${target} INTERFACE project_settings)
    endif()
    list(APPEND targets ${target})
  endforeach()
  set(${layer}_TARGETS ${targets} PARENT_SCOPE)
endfunction()
