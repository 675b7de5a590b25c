#pragma once

#include "rows.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem::bench {

/// What stands behind the name of a program: pairs of --name and value, in any order.
class Arguments {
 public:
  explicit Arguments(std::vector<std::string> words);

  /// The value of --name, which is then taken.
  std::optional<std::string> take(const std::string& name);
  /// The same of a whole number of at least 1.
  int take_count(const std::string& name, int usual);
  /// Refuses what nobody has taken.
  void require_all_taken() const;

 private:
  std::vector<std::string> words_;
};

/// What every program beside a peer does: measures rows, prints them for people, and with --out FILE saves them among
/// others. Errors are told by the program's name. Returns what main() does.
int run_beside_peer(const std::string& name, int argc, char** argv,
                    const std::function<std::vector<Row>(Arguments&)>& measure);

}  // namespace tandem::bench
