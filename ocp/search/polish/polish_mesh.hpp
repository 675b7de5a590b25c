#pragma once

namespace tandem {

/// How finely a polished problem is transcribed: collocation of one degree on every arc; Gauss's, or Radau's where
/// states or path constraints are held along arcs, which then hold at both ends of an arc too.
struct PolishMesh {
  int degree = 6;
  int intervals = 12;          ///< of an arc without a singular control
  int singular_intervals = 4;  ///< of an arc with one
};

}  // namespace tandem
