# The function without a derivative lies in a file of its own.
cotangent_program_test(NAME scalar.refused_paths
                       SOURCES ${CMAKE_CURRENT_LIST_DIR}/run.cpp ${CMAKE_CURRENT_LIST_DIR}/elsewhere.cpp
                       LEVELS O0 O1 O2 O3 O2g)
