#pragma once

#include <tandem/dynamics/cluster.hpp>
#include <tandem/dynamics/loop_statements.hpp>

#include <vector>

namespace tandem {

/// The equations of a loop that is closed in some directions. Of turns: of all three the rotation's vector part,
/// (R - R')/2; of two the components of the third axis, which stay regular however far the frames turn about it; of
/// one, a component of the axis after it.
std::vector<LoopRow> rows_of(const Model& tree, const LoopStatement& statement);

}  // namespace tandem
