#pragma once

#include <string>
#include <vector>

namespace tandem::fuzz {

/// Something that reads what comes from outside. Whatever the text is, it is read or refused with a sentence.
struct Reader {
  std::string name;
  void (*read)(const std::string& text);
};

/// All of them; tests/fuzz/corpus/NAME holds texts for each.
const std::vector<Reader>& readers();

/// The one of that name, which there must be.
const Reader& reader_called(const std::string& name);

}  // namespace tandem::fuzz
