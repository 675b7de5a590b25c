# After installation, or with tandem_DIR at a build folder, find_package(tandem) gives one target a folder (tandem::core,
# tandem::ocp, ...) and tandem::tandem for all of them; so does add_subdirectory.

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

# The same from the build folder, without installation.
export(TARGETS tandem tandem_flags tandem_warnings ${tandem_targets} NAMESPACE tandem::
       FILE ${PROJECT_BINARY_DIR}/tandemTargets.cmake)
configure_file(cmake/TandemDependencies.cmake ${PROJECT_BINARY_DIR}/TandemDependencies.cmake COPYONLY)

# And without CMake: c++ mine.cpp @build/flags -o mine. A line a flag.
set(libraries ${tandem_targets})
list(TRANSFORM libraries REPLACE "(.+)" "$<$<STREQUAL:$<TARGET_PROPERTY:\\1,TYPE>,STATIC_LIBRARY>:$<TARGET_LINKER_FILE:\\1>>")
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/flags CONTENT
"-std=c++20
-O2
$<JOIN:$<TARGET_PROPERTY:tandem_flags,INTERFACE_COMPILE_OPTIONS>,
>
-D$<JOIN:$<TARGET_PROPERTY:tandem_flags,INTERFACE_COMPILE_DEFINITIONS>,
-D>
-I${PROJECT_BINARY_DIR}/include
-isystem$<JOIN:$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>,
-isystem>
-isystem$<JOIN:$<TARGET_PROPERTY:casadi::casadi,INTERFACE_INCLUDE_DIRECTORIES>,
-isystem>
-isystem$<JOIN:$<TARGET_PROPERTY:tandem::cppad,INTERFACE_INCLUDE_DIRECTORIES>,
-isystem>
-Wl,--start-group
$<JOIN:${libraries},
>
-Wl,--end-group
$<TARGET_FILE:casadi::casadi>
$<TARGET_FILE:tandem::ipopt>
$<TARGET_FILE:tandem::cppad>
$<TARGET_FILE:tandem::tinyxml2>
$<TARGET_FILE:fmt::fmt>
-Wl,-rpath,$<TARGET_FILE_DIR:casadi::casadi>
-Wl,-rpath,$<TARGET_FILE_DIR:tandem::cppad>
")
