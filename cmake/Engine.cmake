# What the folders that work on LLVM IR share: the LLVM headers, the shared library, one precompiled header.

find_package(LLVM ${COTANGENT_LLVM_RELEASE} REQUIRED CONFIG
             HINTS /usr/lib/llvm-${COTANGENT_LLVM_VERSION}/lib/cmake/llvm)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} (${LLVM_DIR})")

separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_library(engine_settings INTERFACE)
target_include_directories(engine_settings SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
# The standard library silences its own use of deprecated functions by pragmas that a precompiled header loses.
target_compile_options(engine_settings INTERFACE ${llvm_definitions} -Wno-deprecated-declarations)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(engine_settings INTERFACE -fno-rtti)
endif()

# The header is compiled once, here, and reused by every engine target. The checksum instead of the time stamp
# keeps it usable through ccache.
file(WRITE ${CMAKE_BINARY_DIR}/generated/engine_header.cpp "")
add_library(engine_header OBJECT ${CMAKE_BINARY_DIR}/generated/engine_header.cpp)
target_link_libraries(engine_header PRIVATE project_settings engine_settings)
target_compile_options(engine_header PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
target_precompile_headers(engine_header PRIVATE ${COTANGENT_ROOT}/scalar/pch.h)

function(cotangent_use_engine_header target)
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${target} REUSE_FROM engine_header)
endfunction()
