#pragma once

#include <filesystem>

namespace tandem::bench {

/// Writes what the peer answers for a few of tandem's named models, for tests that run without a peer
/// (tests/dynamics/peer_answers_test.cpp).
void write_peer_answers(const std::filesystem::path& file);

}  // namespace tandem::bench
