#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "peer_models.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <string>
#include <vector>

/// The recursions beside Pinocchio's answers for models of peer_models.hpp, stored in peer_answers.json, which
/// `pinocchio_dynamics --write-answers FILE` writes (bench/peers/). A model whose numbers change needs them anew.
namespace tandem::peer_answers_test {

struct StoredAnswer {
  Model model;
  Eigen::VectorXd q, v, a;
  nlohmann::json answers;

  Eigen::VectorXd vector(const char* name) const {
    const auto numbers = answers.at(name).get<std::vector<double>>();
    return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<long>(numbers.size()));
  }
};

std::vector<StoredAnswer> stored_answers() {
  std::ifstream in(TANDEM_PEER_ANSWERS);
  const nlohmann::json file = nlohmann::json::parse(in);
  std::vector<StoredAnswer> all;
  for (const nlohmann::json& entry : file.at("models")) {
    const Model model = test::peer_model(entry.at("model"));
    for (const nlohmann::json& state : entry.at("states")) {
      StoredAnswer stored{model, {}, {}, {}, state};
      stored.q = stored.vector("q");
      stored.v = stored.vector("v");
      stored.a = stored.vector("a");
      all.push_back(stored);
    }
  }
  return all;
}

/// Both are exact but for rounding, which the stiffest of these mass matrices (condition 2e4) enlarges to 1e-12.
void expect_same(const Eigen::MatrixXd& ours, const Eigen::MatrixXd& peers, const Model& model) {
  ASSERT_EQ(ours.size(), peers.size());
  EXPECT_LT((ours - peers).norm(), 1e-10 * peers.norm()) << model.name();
}

TEST(PeerAnswers, AreThereForAnArmAndAFloatingRobot) {
  bool has_arm = false, has_floating = false;
  for (const StoredAnswer& s : stored_answers()) {
    has_arm = has_arm || (s.model.nv() == 7 && s.model.nq() == 7);
    has_floating = has_floating || s.model.nq() > s.model.nv();
  }
  EXPECT_TRUE(has_arm);
  EXPECT_TRUE(has_floating);
}

TEST(PeerAnswers, AreThereForEveryModel) {
  std::set<std::string> names;
  for (const StoredAnswer& s : stored_answers()) names.insert(s.model.name());
  for (const char* name : test::kPeerModels) EXPECT_EQ(names.count(name), 1U) << name;
}

TEST(PeerAnswers, AreThoseOfInverseDynamics) {
  for (const StoredAnswer& s : stored_answers()) {
    Workspace<double> ws(s.model);
    Eigen::VectorXd tau(s.model.nv());
    inverse_dynamics(s.model, ws, s.q, s.v, s.a, tau);
    expect_same(tau, s.vector("inverse_dynamics"), s.model);
  }
}

TEST(PeerAnswers, AreThoseOfForwardDynamics) {
  for (const StoredAnswer& s : stored_answers()) {
    Workspace<double> ws(s.model);
    Eigen::VectorXd a(s.model.nv());
    forward_dynamics(s.model, ws, s.q, s.v, s.a, a);  // the stored a serves as generalized forces
    expect_same(a, s.vector("forward_dynamics"), s.model);
  }
}

TEST(PeerAnswers, AreThoseOfTheMassMatrix) {
  for (const StoredAnswer& s : stored_answers()) {
    Workspace<double> ws(s.model);
    const int nv = s.model.nv();
    Eigen::MatrixXd M(nv, nv), peers(nv, nv);
    mass_matrix(s.model, ws, s.q, M);
    const Eigen::VectorXd upper = s.vector("mass_matrix");  // rows from the diagonal on
    ASSERT_EQ(upper.size(), nv * (nv + 1) / 2);
    for (int i = 0, at = 0; i < nv; ++i) {
      for (int j = i; j < nv; ++j, ++at) peers(i, j) = peers(j, i) = upper(at);
    }
    expect_same(M, peers, s.model);
  }
}

TEST(PeerAnswers, AreThoseOfTheLastBodysJacobian) {
  for (const StoredAnswer& s : stored_answers()) {
    Workspace<double> ws(s.model);
    Eigen::MatrixXd J(6, s.model.nv());
    frame_jacobian(s.model, ws, s.q, Frame{"last", s.model.body_count() - 1}, J);
    expect_same(J, s.vector("frame_jacobian").reshaped(6, s.model.nv()), s.model);
  }
}

TEST(PeerAnswers, AreThoseOfTheCentreOfMass) {
  for (const StoredAnswer& s : stored_answers()) {
    Workspace<double> ws(s.model);
    const CentreOfMass<double> centre = centre_of_mass(s.model, ws, s.q, s.v);
    expect_same(centre.position.eigen(), s.vector("centre_of_mass"), s.model);
  }
}

}  // namespace tandem::peer_answers_test
