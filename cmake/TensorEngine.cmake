# What single folders of the tensor engine need besides the rules of their layer.

# --- the vector functions: also as bitcode, which compiled programs take into their loops ------------------------------------
# Without a target of its own and not yet vectorised: both happen in the loops. Rounding is what the sources say.
file(GLOB vector_math_headers CONFIGURE_DEPENDS tensor/vector_math/*.h)
set(vector_math_flags -O1 -ffp-contract=off -fno-math-errno -fno-vectorize -fno-slp-vectorize -fno-unroll-loops)
set(vector_math_bitcode ${CMAKE_BINARY_DIR}/generated/vector_math.bc)
add_custom_command(
  OUTPUT ${vector_math_bitcode}
  COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 ${vector_math_flags} -I${COTANGENT_ROOT} -emit-llvm -c
          ${COTANGENT_ROOT}/tensor/vector_math/library.cpp -o ${vector_math_bitcode}
  DEPENDS ${COTANGENT_ROOT}/tensor/vector_math/library.cpp ${vector_math_headers}
  COMMENT "Compiling the vector functions to bitcode")
add_custom_target(vector_math_bitcode DEPENDS ${vector_math_bitcode})
add_dependencies(tensor_execute vector_math_bitcode)
set_source_files_properties(tensor/execute/vector_bitcode.cpp PROPERTIES
  OBJECT_DEPENDS ${vector_math_bitcode}
  COMPILE_OPTIONS "--embed-dir=${CMAKE_BINARY_DIR}/generated;-Wno-c23-extensions;-Wno-c++26-extensions"
  SKIP_PRECOMPILE_HEADERS ON)
target_compile_options(tensor_vector_math PRIVATE -O2 -ffp-contract=off -fno-math-errno)

# --- threads ---------------------------------------------------------------------------------------------------------------
set(COTANGENT_OPENMP -fopenmp)
target_compile_options(tensor_library PRIVATE ${COTANGENT_OPENMP} -O3 -fno-math-errno)
