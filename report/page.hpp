#pragma once

#include <string>

namespace tandem {

/// The page of these data (JSON), complete in itself; report/assets/main.js says what it looks for.
std::string page_html(const std::string& title, const std::string& data);

}  // namespace tandem
