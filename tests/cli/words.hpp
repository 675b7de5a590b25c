#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace tandem::test {

/// `tandem <words>` as main gets it; words are separated by spaces.
class Words {
 public:
  explicit Words(const std::string& text) {
    std::istringstream in(text);
    for (std::string word; in >> word;) words_.push_back(word);
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  int count() const { return static_cast<int>(words_.size()); }
  char** pointers() { return pointers_.data(); }

 private:
  std::vector<std::string> words_{"tandem"};
  std::vector<char*> pointers_;
};

}  // namespace tandem::test
