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

# cotangent_header(<name> <header> <settings>): a precompiled header, compiled once and reused by every target that asks.
# The checksum instead of the time stamp keeps it usable through ccache.
function(cotangent_header name header settings)
  file(WRITE ${CMAKE_BINARY_DIR}/generated/${name}.cpp "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/generated/${name}.cpp)
  target_link_libraries(${name} PRIVATE project_settings ${settings})
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${name} PRIVATE ${COTANGENT_ROOT}/${header})
endfunction()

function(cotangent_use_header target name)
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(${target} REUSE_FROM ${name})
endfunction()

cotangent_header(engine_header scalar/pch.h engine_settings)

function(cotangent_use_engine_header target)
  cotangent_use_header(${target} engine_header)
endfunction()
