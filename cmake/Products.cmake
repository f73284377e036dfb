# The files a user gets: bin/cotangent, cotangent-c++, cotangent-cc, cotangent-opt, lib/cotangent-plugin.so,
# lib/cotangent-tensor.so and lib/libcotangent-runtime.a.

# --- the runtime library: what differentiated programs link; no LLVM in it ---------------------------------------------
add_library(cotangent-runtime STATIC)
foreach(target IN LISTS runtime_TARGETS core_TARGETS)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "OBJECT_LIBRARY")
    target_sources(cotangent-runtime PRIVATE $<TARGET_OBJECTS:${target}>)
  endif()
endforeach()
set_target_properties(cotangent-runtime PROPERTIES LINKER_LANGUAGE CXX)
# Users' programs run this code: optimised in every build type.
foreach(target IN LISTS runtime_TARGETS)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "OBJECT_LIBRARY")
    target_compile_options(${target} PRIVATE -O2 -fexceptions)
  endif()
endforeach()

# --- the engine: all its objects, and the one shared LLVM library ---------------------------------------------------------
set(engine_libraries ${core_TARGETS} ${rules_TARGETS} ${scalar_TARGETS} ${driver_TARGETS} LLVM)

file(GLOB plugin_sources CONFIGURE_DEPENDS tools/clang_plugin/*.cpp)
add_library(cotangent-plugin MODULE ${plugin_sources})
target_link_libraries(cotangent-plugin PRIVATE project_settings engine_settings ${engine_libraries})
target_link_options(cotangent-plugin PRIVATE LINKER:-z,defs)
cotangent_use_engine_header(cotangent-plugin)
set_target_properties(cotangent-plugin PROPERTIES PREFIX "")

# The tensor engine: what programs link (Cotangent::tensor), and what `cotangent` loads when a command needs it: the
# others start without MLIR, and `cotangent doctor` can say that MLIR is missing.
find_path(COTANGENT_ZIP_INCLUDE zip.h REQUIRED)
find_library(COTANGENT_ZIP zip REQUIRED)
add_library(cotangent-tensor SHARED)
target_link_libraries(cotangent-tensor PRIVATE ${core_TARGETS} ${tensor_TARGETS} runtime_arrays runtime_math MLIR LLVM
                      ${COTANGENT_ZIP})
target_link_options(cotangent-tensor PRIVATE LINKER:-z,defs ${COTANGENT_OPENMP}
                    LINKER:--version-script=${COTANGENT_ROOT}/cmake/tensor.exports)
set_target_properties(cotangent-tensor PROPERTIES LINK_DEPENDS ${COTANGENT_ROOT}/cmake/tensor.exports)
set_target_properties(cotangent-tensor PROPERTIES PREFIX "" LINKER_LANGUAGE CXX)

# The sources of an executable are compiled as position-independent *executable*, which the precompiled header is not;
# an object library in between gives them the flags of the other engine folders.
file(GLOB opt_sources CONFIGURE_DEPENDS tools/opt/*.cpp)
set(tensor_opt_sources ${opt_sources})
list(FILTER opt_sources EXCLUDE REGEX "/tensor_")
list(FILTER tensor_opt_sources INCLUDE REGEX "/tensor_")
add_library(tools_opt OBJECT ${opt_sources})
target_link_libraries(tools_opt PRIVATE project_settings engine_settings)
cotangent_use_engine_header(tools_opt)
add_library(tools_tensor_opt OBJECT ${tensor_opt_sources})
target_link_libraries(tools_tensor_opt PRIVATE project_settings mlir_settings)
cotangent_use_mlir_header(tools_tensor_opt)
add_executable(cotangent-opt)
target_link_libraries(cotangent-opt PRIVATE
  tools_opt tools_tensor_opt tensor_ir tensor_interpret tensor_library tensor_reference tensor_simplify runtime_arrays runtime_math
  ${engine_libraries} MLIR)
target_link_options(cotangent-opt PRIVATE ${COTANGENT_OPENMP})
set_target_properties(cotangent-opt PROPERTIES LINKER_LANGUAGE CXX)

# --- programs without LLVM ---------------------------------------------------------------------------------------------------
find_program(COTANGENT_CLANG clang-${COTANGENT_LLVM_VERSION} REQUIRED)
find_program(COTANGENT_CLANGXX clang++-${COTANGENT_LLVM_VERSION} REQUIRED)
find_path(COTANGENT_CLI11_INCLUDE CLI/CLI.hpp REQUIRED)

add_library(tools_installation OBJECT tools/compiler/installation.cpp)
target_link_libraries(tools_installation PUBLIC project_settings)
target_compile_definitions(tools_installation PRIVATE
  COTANGENT_VERSION="${PROJECT_VERSION}"
  COTANGENT_LLVM_VERSION="${COTANGENT_LLVM_VERSION}"
  COTANGENT_CLANG_PATH="${COTANGENT_CLANG}"
  COTANGENT_CLANGXX_PATH="${COTANGENT_CLANGXX}")

file(GLOB compiler_sources CONFIGURE_DEPENDS tools/compiler/*.cpp)
list(FILTER compiler_sources EXCLUDE REGEX "/installation.cpp$")
foreach(program cotangent-c++ cotangent-cc)
  add_executable(${program} ${compiler_sources})
  target_link_libraries(${program} PRIVATE project_settings tools_installation)
endforeach()
target_compile_definitions(cotangent-c++ PRIVATE COTANGENT_COMPILES_CXX=1)
target_compile_definitions(cotangent-cc PRIVATE COTANGENT_COMPILES_CXX=0)

file(GLOB cli_sources CONFIGURE_DEPENDS tools/cli/*.cpp)
add_executable(cotangent ${cli_sources})
target_include_directories(cotangent SYSTEM PRIVATE ${COTANGENT_CLI11_INCLUDE})
target_link_libraries(cotangent PRIVATE project_settings tools_installation ${core_TARGETS} ${rules_TARGETS} ${CMAKE_DL_LIBS})

add_custom_target(products
  DEPENDS cotangent-runtime cotangent-plugin cotangent-tensor cotangent-opt cotangent-c++ cotangent-cc cotangent)
