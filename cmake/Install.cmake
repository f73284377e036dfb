# `cmake --install`: <prefix>/{bin,lib,include} and the CMake package.
include(CMakePackageConfigHelpers)

install(TARGETS cotangent cotangent-c++ cotangent-cc cotangent-opt RUNTIME DESTINATION bin)
install(TARGETS cotangent-plugin cotangent-tensor LIBRARY DESTINATION lib)
install(TARGETS cotangent-runtime ARCHIVE DESTINATION lib)
install(DIRECTORY include/ DESTINATION include FILES_MATCHING PATTERN "*.h")

configure_package_config_file(${COTANGENT_ROOT}/cmake/CotangentConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/generated/CotangentConfig.cmake
                              INSTALL_DESTINATION lib/cmake/Cotangent)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/CotangentConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/CotangentConfig.cmake
              ${CMAKE_BINARY_DIR}/generated/CotangentConfigVersion.cmake
        DESTINATION lib/cmake/Cotangent)
