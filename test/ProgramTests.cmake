# Programs built with the compiler of this build folder, once per optimisation level.

# Every test that needs something built has a target of the same name. `programs` builds them all; the list tells
# ./dev test which ones a fragment of a name means.
add_custom_target(programs ALL)

function(cotangent_add_test_target name)
  add_dependencies(programs ${name})
  set_property(GLOBAL APPEND PROPERTY COTANGENT_TEST_TARGETS ${name})
endfunction()

function(cotangent_write_test_targets)
  get_property(targets GLOBAL PROPERTY COTANGENT_TEST_TARGETS)
  list(JOIN targets "\n" lines)
  file(WRITE ${CMAKE_BINARY_DIR}/test_targets.txt "${lines}\n")
endfunction()

# cotangent_program_test(NAME <name> SOURCES <file>... [LEVELS O0 O1 O2 O3 O2g] [FLAGS <flag>...] [LINK_FLAGS <flag>...]
#                        [LANGUAGE C])
# Registers one test `<name>.<level>` per level; a final g in a level means -g. C++ programs use doctest, whose main
# function is linked; C programs have their own, and fail by their exit status.
function(cotangent_program_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;LANGUAGE" "SOURCES;LEVELS;FLAGS;LINK_FLAGS")
  if(NOT test_LEVELS)
    set(test_LEVELS O0 O1 O2 O3)
  endif()
  set(compiler cotangent-c++)
  set(standard -std=c++20)
  set(main $<TARGET_OBJECTS:test_main>)
  if(test_LANGUAGE STREQUAL "C")
    set(compiler cotangent-cc)
    set(standard -std=c17)
    set(main)
  endif()
  set(compile $<TARGET_FILE:${compiler}> ${standard} -Wall -Wextra ${sanitize_flags} ${test_FLAGS}
      -I ${COTANGENT_ROOT} -I ${CMAKE_CURRENT_SOURCE_DIR}/support -I ${COTANGENT_DOCTEST_INCLUDE})
  set(tools ${compiler} cotangent-plugin cotangent-runtime)

  foreach(level IN LISTS test_LEVELS)
    set(name ${test_NAME}.${level})
    string(REGEX REPLACE "^(O.)g$" "\\1;-g" level_flags ${level})
    list(TRANSFORM level_flags PREPEND "-" AT 0)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/programs/${name})
    file(MAKE_DIRECTORY ${folder})
    set(program ${folder}/program)
    set(objects)
    foreach(source IN LISTS test_SOURCES)
      get_filename_component(source ${source} ABSOLUTE)
      get_filename_component(stem ${source} NAME_WE)
      set(object ${folder}/${stem}.o)
      # A program that no longer compiles must not leave an old one that still passes.
      add_custom_command(
        OUTPUT ${object}
        COMMAND ${CMAKE_COMMAND} -E rm -f ${object} ${program}
        COMMAND ${compile} ${level_flags} -MMD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
        DEPENDS ${source} ${tools}
        DEPFILE ${object}.d
        COMMENT "Building test program ${name}: ${stem}"
        VERBATIM)
      list(APPEND objects ${object})
    endforeach()
    add_custom_command(
      OUTPUT ${program}
      COMMAND ${CMAKE_COMMAND} -E rm -f ${program}
      COMMAND $<TARGET_FILE:${compiler}> ${sanitize_flags} ${level_flags} ${test_FLAGS} ${objects} ${main}
              ${test_LINK_FLAGS} -o ${program}
      DEPENDS ${objects} ${main} ${tools}
      COMMENT "Linking test program ${name}"
      COMMAND_EXPAND_LISTS
      VERBATIM)
    add_custom_target(${name} DEPENDS ${program})
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E env ${program}) # says in one line if there is no program
    set_tests_properties(${name} PROPERTIES TIMEOUT 120)
    cotangent_add_test_target(${name})
  endforeach()
endfunction()
