# Installs the build into a fresh prefix and builds a project elsewhere that finds it by find_package: once with clang,
# once with the installed cotangent-c++ as its compiler.

function(step)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
# The installed files must not need the build folder: they are used from a place they were not installed to.
file(RENAME ${prefix} ${WORK}/moved)
set(prefix ${WORK}/moved)

step(${CMAKE_COMMAND} -G Ninja -S ${PROJECT} -B ${WORK}/with_clang -DCMAKE_PREFIX_PATH=${prefix}
     -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_CXX_COMPILER=${CXX_COMPILER})
step(${CMAKE_COMMAND} --build ${WORK}/with_clang)
step(${WORK}/with_clang/derivative)

step(${CMAKE_COMMAND} -G Ninja -S ${PROJECT} -B ${WORK}/with_cotangent -DCMAKE_PREFIX_PATH=${prefix}
     -DCMAKE_C_COMPILER=${prefix}/bin/cotangent-cc -DCMAKE_CXX_COMPILER=${prefix}/bin/cotangent-c++)
step(${CMAKE_COMMAND} --build ${WORK}/with_cotangent)
step(${WORK}/with_cotangent/derivative)
