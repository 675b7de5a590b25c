#pragma once

#include <map>
#include <string>
#include <string_view>

namespace tandem {

/// The parts of the page by file name (report/assets/ and dygraphs), as they were when the library was built.
const std::map<std::string, std::string_view>& assets();

}  // namespace tandem
