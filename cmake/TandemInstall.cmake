# After installation: find_package(tandem) gives one target a folder (tandem::core, tandem::ocp, ...) and
# tandem::tandem for all of them.

get_property(tandem_targets GLOBAL PROPERTY TANDEM_TARGETS)
add_library(tandem INTERFACE)
add_library(tandem::tandem ALIAS tandem)
target_link_libraries(tandem INTERFACE ${tandem_targets})

set_target_properties(tandem_flags PROPERTIES EXPORT_NAME flags)
install(TARGETS tandem tandem_flags ${tandem_targets} EXPORT tandem_targets)

set(tandem_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tandem)
install(EXPORT tandem_targets FILE tandemTargets.cmake NAMESPACE tandem:: DESTINATION ${tandem_package_dir})
configure_package_config_file(cmake/tandemConfig.cmake.in ${PROJECT_BINARY_DIR}/tandemConfig.cmake
                              INSTALL_DESTINATION ${tandem_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tandemConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tandemConfig.cmake ${PROJECT_BINARY_DIR}/tandemConfigVersion.cmake
        cmake/TandemDependencies.cmake DESTINATION ${tandem_package_dir})
