#include <tandem/ocp/codesign/text_file.hpp>

#include <tandem/core/error.hpp>

#include <fstream>

namespace tandem::codesign {

void write_text(const std::string& text, const std::filesystem::path& file) {
  std::ofstream out(file);
  require(out.good(), "cannot write to '{}'", file.string());
  out << text << '\n';
}

}  // namespace tandem::codesign
