#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/controllers/form.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Complex = std::complex<double>;
using Part = Form::Part;

namespace {

constexpr double kSimple = 1e-9;  // modes nearer to each other than this have no separate blocks

/// Pairs of eigenvalues that share a block: complex ones with their conjugates, real ones two by two as they rise.
std::vector<std::pair<Index, Index>> blocks_of(const Eigen::VectorXcd& values) {
  std::vector<std::pair<Index, Index>> blocks;
  std::vector<Index> real;
  for (Index i = 0; i < values.size(); ++i) {
    if (values(i).imag() == 0.0) real.push_back(i);
    if (values(i).imag() > 0.0) blocks.emplace_back(i, i + 1);  // Eigen gives conjugates in a row
  }
  std::sort(real.begin(), real.end(), [&](Index i, Index j) { return values(i).real() < values(j).real(); });
  require(real.size() % 2 == 0, "modal form: the controller has {} real modes, which do not pair", real.size());
  for (std::size_t k = 0; k < real.size(); k += 2) blocks.emplace_back(real[k], real[k + 1]);
  std::sort(blocks.begin(), blocks.end(),
            [&](const auto& x, const auto& y) { return std::abs(values(x.first)) < std::abs(values(y.first)); });
  return blocks;
}

}  // namespace

Form modal_form(int order, int controls, int measured) {
  require(order > 0 && order % 2 == 0, "modal form: its order is {}, it should be even and positive", order);
  Form form(order, controls, measured);
  for (int k = 0; 2 * k < order; ++k) {
    const int row = 2 * k;
    form.fix(Part::a, row, row + 1, 1.0);
    form.fix(Part::b, row + 1, 0, 1.0);
    form.free(fmt::format("a_{}_{}", row + 2, row + 1), Part::a, row + 1, row);
    form.free(fmt::format("a_{}_{}", row + 2, row + 2), Part::a, row + 1, row + 1);
    for (int i = row; i < row + 2; ++i) {
      for (int j = 1; j < measured; ++j) form.free(fmt::format("b_{}_{}", i + 1, j + 1), Part::b, i, j);
      for (int j = 0; j < controls; ++j) form.free(fmt::format("c_{}_{}", j + 1, i + 1), Part::c, j, i);
    }
  }
  return form;
}

/// With the eigenvectors of a pair, A V = V diag(l1, l2), b = V^-1 B e_1, the block's coordinates are T of
/// T^-1 A T = [0, 1; -l1 l2, l1 + l2], T^-1 B e_1 = (0, 1)':  T = [(A - l1 - l2) B e_1, B e_1] in the pair's plane.
VectorXd modal_numbers(const Controller& controller) {
  gain_of(controller);
  require(controller.d.isZero(), "modal form: the controller has a direct part D");
  const Index n = controller.a.rows(), p = controller.b.cols(), m = controller.c.rows();
  require(n > 0 && n % 2 == 0, "modal form: the controller's order is {}, it should be even and positive", n);
  const Eigen::EigenSolver<MatrixXd> eigen(controller.a);
  const Eigen::VectorXcd values = eigen.eigenvalues();
  const MatrixXcd v = eigen.eigenvectors();
  const Eigen::FullPivLU<MatrixXcd> lu(v);
  require(lu.rcond() > kSimple, "modal form: two modes of the controller are the same");
  const MatrixXcd b = lu.solve(controller.b.cast<Complex>()), c = controller.c * v;
  std::vector<double> numbers;
  for (const auto& [i, j] : blocks_of(values)) {
    const Complex sum = values(i) + values(j);
    const double scale = b.col(0).cwiseAbs().maxCoeff();
    require(std::min(std::abs(b(i, 0)), std::abs(b(j, 0))) > kSimple * scale,
            "modal form: the first sensor does not reach the controller's mode {:.6g}", values(i).real());
    Eigen::Matrix2cd t;  // (A - l1 - l2) b and b, in the eigenvectors' coordinates
    t << (values(i) - sum) * b(i, 0), b(i, 0), (values(j) - sum) * b(j, 0), b(j, 0);
    MatrixXcd pair(2, p), out(m, 2);
    pair << b.row(i), b.row(j);
    out << c.col(i), c.col(j);
    const MatrixXd block_b = (t.inverse() * pair).real(), block_c = (out * t).real();
    numbers.push_back(-(values(i) * values(j)).real());
    numbers.push_back(sum.real());
    for (Index row = 0; row < 2; ++row) {
      for (Index col = 1; col < p; ++col) numbers.push_back(block_b(row, col));
      for (Index out_row = 0; out_row < m; ++out_row) numbers.push_back(block_c(out_row, row));
    }
  }
  return Eigen::Map<VectorXd>(numbers.data(), static_cast<Index>(numbers.size()));
}

}  // namespace tandem::controllers
