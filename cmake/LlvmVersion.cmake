# The one place that names the LLVM release the project is built with.
set(COTANGENT_LLVM_VERSION 22)           # in names: clang++-22, /usr/lib/llvm-22
set(COTANGENT_LLVM_RELEASE ${COTANGENT_LLVM_VERSION}.1) # in its CMake package and its shared library
