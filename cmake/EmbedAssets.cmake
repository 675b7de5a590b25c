# Writes OUTPUT, a source file in which each of the text files ASSETS is a string that tandem::asset(name) finds
# (report/assets.hpp). Run as a script, at build time.

set(entries "")
foreach(asset IN LISTS ASSETS)
  get_filename_component(name "${asset}" NAME)
  file(READ "${asset}" text)
  string(FIND "${text}" ")tandem_asset\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${asset} holds the mark that ends an embedded string")
  endif()
  # A page that opens offline has no map of minified sources to look for.
  string(REGEX REPLACE "\n?//# sourceMappingURL=[^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n?/[*]# sourceMappingURL=[^\n]*" "" text "${text}")
  string(APPEND entries "    {\"${name}\", R\"tandem_asset(${text})tandem_asset\"},\n")
endforeach()

file(WRITE "${OUTPUT}" "// Made at build time of report/assets/ and dygraphs.
#include <tandem/report/assets.hpp>

#include <map>

namespace tandem {

const std::map<std::string, std::string_view>& assets() {
  static const std::map<std::string, std::string_view> all{
${entries}  };
  return all;
}

}  // namespace tandem
")
