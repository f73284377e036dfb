# Programs of generate.py that show all it can write. New ones: generate.py --seed … --size … --features …
file(GLOB fuzz_programs CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
foreach(program IN LISTS fuzz_programs)
  get_filename_component(program_name ${program} NAME_WE)
  cotangent_program_test(NAME fuzz.corpus.${program_name} SOURCES ${program} LEVELS O0 O2
                         FLAGS -DFUZZ_DOCTEST -I ${CMAKE_CURRENT_SOURCE_DIR} -w)
endforeach()
