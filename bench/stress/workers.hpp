#pragma once

#include <functional>
#include <string>

namespace tandem::stress {

/// Does job `number` and tells its lines.
using Work = std::function<void(int number, const std::function<void(std::string line)>& tell)>;

/// Does jobs 0 .. count - 1 in `workers` processes, each taking the next one that nobody has; hands every line that a
/// job tells to `collect`, in the order of their coming. Processes, since some derivatives' tapes belong to one
/// thread, and since a job that crashes then takes no other with it: `crashed` is called with its number.
void in_workers(int count, int workers, const Work& work, const std::function<void(const std::string& line)>& collect,
                const std::function<void(int number)>& crashed);

}  // namespace tandem::stress
