#include <tandem/derivatives/check_model.hpp>

#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/models.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::check_model_test {

// Sanitized, an expression of CasADi costs ten times as much: a tenth of the trees walks the same ways through the
// code.
#if defined(TANDEM_SANITIZED)
constexpr unsigned kStride = 10;
#else
constexpr unsigned kStride = 1;
#endif

TEST(CheckModel, FindsAllWaysInAgreementOnRandomTrees) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; seed += kStride) {
    const Model model = test::random_tree(seed);
    const DerivativeReport report = check_model(model, {1, seed});
    EXPECT_TRUE(report.agrees()) << to_text(report);
  }
}

TEST(CheckModel, ComparesEveryDerivativeByFourWays) {
  const DerivativeReport report = check_model(make_model("acrobot"));
  const auto block = [&](const std::string& name) {
    for (const BlockReport& b : report.blocks) {
      if (b.name == name) return b;
    }
    ADD_FAILURE() << "no block '" << name << "'";
    return BlockReport{};
  };
  for (const std::string name : {"inverse dynamics by q",       "inverse dynamics by v",      "inverse dynamics by a",
                                 "inverse dynamics by numbers", "forward dynamics by q",      "forward dynamics by v",
                                 "forward dynamics by tau",     "hybrid dynamics by q",       "hybrid dynamics by v",
                                 "hybrid dynamics by known",    "hybrid dynamics by numbers", "joint wrenches by q",
                                 "joint wrenches by v",         "joint wrenches by a",        "frame displacement by q",
                                 "frame velocity by q",         "frame velocity by v",        "frame acceleration by q",
                                 "frame acceleration by v",     "frame acceleration by a",    "frame Jacobian by q"}) {
    EXPECT_EQ(block(name).ways, (std::vector<std::string>{"analytic", "cppad", "casadi", "complex-step"})) << name;
  }
  for (const std::string name :
       {"inverse dynamics hessian by q q", "forward dynamics hessian by v q", "hybrid dynamics hessian by known q"}) {
    EXPECT_EQ(block(name).ways, (std::vector<std::string>{"analytic", "cppad", "casadi", "complex-step"})) << name;
  }
  EXPECT_EQ(block("hybrid dynamics by numbers (remainder)").ways,
            (std::vector<std::string>{"analytic", "inverse-dynamics"}));
}

TEST(CheckModel, FindsTapesExpressionsAndComplexStepsInAgreementWhereThereAreLoops) {
  for (const char* name : {"four-bar", "pin-in-slot", "differential", "cardan-shaft"}) {
    const DerivativeReport report = check_model(make_model(name), {2, 1});
    EXPECT_TRUE(report.agrees()) << to_text(report);
    EXPECT_EQ(report.blocks.front().ways, (std::vector<std::string>{"cppad", "casadi", "complex-step"}));
  }
}

TEST(CheckModel, IsTheSameForTheSameSeed) {
  const Model model = make_model("arm-7");
  EXPECT_EQ(to_text(check_model(model, {2, 5})), to_text(check_model(model, {2, 5})));
  EXPECT_NE(to_text(check_model(model, {2, 5})), to_text(check_model(model, {2, 6})));
}

/// The analytic sweeps with an error of 1e-6 of its block's norm in one entry of one function.
struct Planted {
  ModelFunction function;
  long row, column;     ///< of the function's Jacobian
  long first, columns;  ///< of the block it is in

  Eigen::MatrixXd operator()(ModelFunction f, const ModelSetting& setting, const ModelState& state) const {
    Eigen::MatrixXd jacobian = analytic_jacobian(f, setting, state);
    if (f == function) jacobian(row, column) += 1e-6 * jacobian.middleCols(first, columns).norm();
    return jacobian;
  }
};

void expect_found(const DerivativeReport& report, const std::string& block, const std::string& row,
                  const std::string& column) {
  EXPECT_FALSE(report.agrees());
  for (const BlockReport& b : report.blocks) {
    const bool is_planted = b.name == block || b.name == block + " (remainder)";
    EXPECT_EQ(b.agrees, !is_planted) << b.name;
    if (b.name != block) continue;
    EXPECT_EQ(b.worst.row, row) << block;
    EXPECT_EQ(b.worst.column, column) << block;
    EXPECT_TRUE(test::says(b.note, "analytic stands alone with "));
  }
}

TEST(CheckModel, FindsAPlantedErrorAndNamesItsEntry) {
  const Model model = make_model("quadruped-18");
  const long nv = model.nv();
  const auto check = [&](const Planted& planted) { return check_model(model, {2, 3}, planted); };
  expect_found(check({ModelFunction::inverse_dynamics, 7, 4, 0, nv}), "inverse dynamics by q", model.velocity_name(7),
               model.velocity_name(4));
  expect_found(check({ModelFunction::forward_dynamics, 2, nv + 9, nv, nv}), "forward dynamics by v",
               model.velocity_name(2), model.velocity_name(9));
  expect_found(check({ModelFunction::forward_dynamics, 11, 2 * nv + 5, 2 * nv, nv}), "forward dynamics by tau",
               model.velocity_name(11), model.velocity_name(5));
  const std::vector<ModelNumber> numbers = model_numbers(model);
  const long count = std::ssize(numbers);
  expect_found(check({ModelFunction::hybrid_dynamics, 1, 3 * nv + 40, 3 * nv, count}), "hybrid dynamics by numbers",
               model.velocity_name(1), name_of(model, numbers[40]));
}

TEST(CheckModel, FindsErrorsPlantedAnywhereInRandomTrees) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Model model = test::random_tree(seed);
    test::Dice dice(seed);
    const int nv = model.nv(), row = dice.integer(0, nv - 1), column = dice.integer(0, nv - 1);
    expect_found(check_model(model, {1, seed}, Planted{ModelFunction::forward_dynamics, row, column, 0, nv}),
                 "forward dynamics by q", model.velocity_name(row), model.velocity_name(column));
  }
}

TEST(CheckModel, RefusesModelsWithNothingToDifferentiate) {
  ModelBuilder builder("rock");
  builder.add_body("rock", "world", Transform<double>::identity(), Joint::fixed("glue"),
                   Inertia<double>::point(1, {0, 0, 0}));
  EXPECT_TRUE(test::refuses([&] { check_model(builder.build()); }, "model 'rock': nothing in it moves"));
  EXPECT_TRUE(test::refuses([&] { check_model(make_model("chain-301")); }, "it has 301 freedoms"));
}

}  // namespace tandem::check_model_test
