# What the folders of the tensor engine share: the MLIR headers and shared library, code made by TableGen, one
# precompiled header.

find_package(MLIR ${COTANGENT_LLVM_RELEASE} REQUIRED CONFIG
             HINTS /usr/lib/llvm-${COTANGENT_LLVM_VERSION}/lib/cmake/mlir)
message(STATUS "MLIR ${MLIR_DIR}")

# --- TableGen ----------------------------------------------------------------------------------------------------------
set(tablegen_folder ${CMAKE_BINARY_DIR}/generated/tensor/ir)
file(MAKE_DIRECTORY ${tablegen_folder})
file(GLOB tablegen_sources CONFIGURE_DEPENDS ${COTANGENT_ROOT}/tensor/ir/*.td)
set(tablegen_outputs)

# cotangent_tablegen(<output> <source.td> <generator flags...>)
function(cotangent_tablegen output source)
  add_custom_command(
    OUTPUT ${tablegen_folder}/${output}
    COMMAND ${MLIR_TABLEGEN_EXE} ${ARGN} -I ${MLIR_INCLUDE_DIRS} -I ${COTANGENT_ROOT}/tensor/ir
            ${COTANGENT_ROOT}/tensor/ir/${source} -o ${tablegen_folder}/${output} --write-if-changed
    DEPENDS ${tablegen_sources} COMMENT "Generating tensor/ir/${output}")
  set(tablegen_outputs ${tablegen_outputs} ${tablegen_folder}/${output} PARENT_SCOPE)
endfunction()

foreach(family elementwise shape reduction linear_algebra control collectives chlo check interpreter)
  cotangent_tablegen(${family}.h.inc ${family}.td -gen-op-decls)
  cotangent_tablegen(${family}.cpp.inc ${family}.td -gen-op-defs)
endforeach()
cotangent_tablegen(enums.h.inc attributes.td -gen-enum-decls)
cotangent_tablegen(enums.cpp.inc attributes.td -gen-enum-defs)
cotangent_tablegen(attributes.h.inc attributes.td -gen-attrdef-decls --attrdefs-dialect=stablehlo)
cotangent_tablegen(attributes.cpp.inc attributes.td -gen-attrdef-defs --attrdefs-dialect=stablehlo)
cotangent_tablegen(types.h.inc dialect.td -gen-typedef-decls --typedefs-dialect=stablehlo)
cotangent_tablegen(types.cpp.inc dialect.td -gen-typedef-defs --typedefs-dialect=stablehlo)
cotangent_tablegen(chlo_enums.h.inc chlo.td -gen-enum-decls)
cotangent_tablegen(chlo_enums.cpp.inc chlo.td -gen-enum-defs)
cotangent_tablegen(chlo_attributes.h.inc chlo.td -gen-attrdef-decls --attrdefs-dialect=chlo)
cotangent_tablegen(chlo_attributes.cpp.inc chlo.td -gen-attrdef-defs --attrdefs-dialect=chlo)
foreach(dialect stablehlo chlo check interpreter)
  cotangent_tablegen(${dialect}_dialect.h.inc ${dialect}.td -gen-dialect-decls --dialect=${dialect})
  cotangent_tablegen(${dialect}_dialect.cpp.inc ${dialect}.td -gen-dialect-defs --dialect=${dialect})
endforeach()
add_custom_target(tensor_tablegen DEPENDS ${tablegen_outputs})

# --- settings and precompiled header -------------------------------------------------------------------------------------
add_library(mlir_settings INTERFACE)
target_link_libraries(mlir_settings INTERFACE engine_settings)
target_include_directories(mlir_settings SYSTEM INTERFACE ${MLIR_INCLUDE_DIRS} ${CMAKE_BINARY_DIR}/generated)

cotangent_header(mlir_header tensor/pch.h mlir_settings)

function(cotangent_use_mlir_header target)
  add_dependencies(${target} tensor_tablegen)
  cotangent_use_header(${target} mlir_header)
endfunction()
