# find_package(tandem) after installation: one target a folder, and tandem::tandem for all of them.

add_library(tandem INTERFACE)
add_library(tandem::tandem ALIAS tandem)
get_property(tandem_targets GLOBAL PROPERTY TANDEM_TARGETS)
target_link_libraries(tandem INTERFACE ${tandem_targets})
