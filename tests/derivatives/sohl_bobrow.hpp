#pragma once

#include <tandem/dynamics/forward_dynamics.hpp>

#include <Eigen/Dense>

#include <vector>

/// The recursive gradient of hybrid dynamics as the paper has it: G. Sohl and J. Bobrow, "A recursive multibody
/// dynamics and sensitivity algorithm for branched kinematic chains", J. Dyn. Sys. Meas. Control 123 (2001),
/// algorithms 3.4 to 3.6 and 4.1, with their slips corrected. One column a run, O(n) with 6 x 6 matrices: to be read,
/// not to be fast.
///
/// Twists are (angular; linear) in the frames of the links; joints have one freedom, no rotors, dampers or springs. The
/// paper's active joints are motion-driven, its passive ones force-driven. Equation numbers are the paper's.
namespace tandem::test {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

inline Eigen::Matrix3d skew(const Eigen::Vector3d& v) {
  return (Eigen::Matrix3d() << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0).finished();
}

/// ad_V W = [V, W]; ad*_V is its transpose (16).
inline Matrix6 ad(const Vector6& V) {
  Matrix6 m = Matrix6::Zero();
  m.topLeftCorner<3, 3>() = m.bottomRightCorner<3, 3>() = skew(V.head<3>());
  m.bottomLeftCorner<3, 3>() = skew(V.tail<3>());
  return m;
}

/// Ad_{T^-1} of T = (R, p): twists of the parent's frame in the link's.
inline Matrix6 adjoint_of_inverse(const Eigen::Matrix3d& R, const Eigen::Vector3d& p) {
  Matrix6 m = Matrix6::Zero();
  m.topLeftCorner<3, 3>() = m.bottomRightCorner<3, 3>() = R.transpose();
  m.bottomLeftCorner<3, 3>() = -R.transpose() * skew(p);
  return m;
}

/// What a column is a derivative by: q_j, its rate, or what is known of joint j (a force or an acceleration).
enum class GradientBy { kAngle, kRate, kKnown };

class SohlBobrow {
 public:
  SohlBobrow(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const std::vector<Drive>& drives,
             const Eigen::VectorXd& known, const std::vector<Wrench<double>>& wrenches);

  /// Accelerations of passive joints, forces of active ones.
  Eigen::VectorXd wanted() const;
  /// Their derivatives by x of joint j: algorithm 4.1.
  Eigen::VectorXd gradient(GradientBy by, int joint) const;

 private:
  struct Link {
    int parent;
    bool is_active;
    Vector6 S, external;  ///< external: a wrench on the link
    Matrix6 J, Ad;        ///< inertia; Ad_{T_Pi^-1}
    double rate, known;

    Vector6 V, a, b, B, z, z_plus, Vdot_plus, Vdot;
    Matrix6 Jhat, Jhat_plus;
    double Omega, c, acceleration, force;
    Vector6 phi;
  };
  /// Derivatives of the above.
  struct Change {
    Vector6 V, a, b, B, z, z_plus, Vdot_plus, Vdot;
    Matrix6 Jhat, Jhat_plus;
    double Omega, c, acceleration, force;
    Vector6 phi;
  };

  void go_outward_with_velocities();
  void go_inward();
  void go_outward_with_accelerations();

  void change_velocities(std::vector<Change>& d, GradientBy by, int joint) const;
  void change_articulated(std::vector<Change>& d, GradientBy by, int joint) const;
  void change_accelerations(std::vector<Change>& d, GradientBy by, int joint) const;

  std::vector<Link> links_;  ///< 0 is the world
};

// ---- dynamics ---------------------------------------------------------------------------------------------------

inline SohlBobrow::SohlBobrow(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                              const std::vector<Drive>& drives, const Eigen::VectorXd& known,
                              const std::vector<Wrench<double>>& wrenches)
    : links_(model.body_count()) {
  const Parameters<double>& parameters = model.parameters();
  for (int i = 1; i < model.body_count(); ++i) {
    Link& link = links_[i];
    const Body& body = model.body(i);
    const int d = body.v_index;
    link.parent = body.parent;
    link.is_active = drives[i] == Drive::motion;
    link.rate = v(d);
    link.known = known(d);
    link.external = wrenches[i].eigen();
    const Inertia<double> I = parameters.inertia(i);
    const Eigen::Matrix3d h = skew(I.moment.eigen());
    link.J << I.rotational.eigen(), h, h.transpose(), I.mass * Eigen::Matrix3d::Identity();
    // T_Pi = M_i exp(S_i q_i) (49)
    const Eigen::Vector3d axis = body.joint.axis.normalized();
    const bool turns = body.joint.type == JointType::revolute;
    const Transform<double> M = parameters.placement(i, body.parent);
    Eigen::Matrix3d R = M.rotation.eigen();
    Eigen::Vector3d p = M.translation.eigen();
    link.S.setZero();
    (turns ? link.S.head<3>() : link.S.tail<3>()) = axis;
    if (turns) {
      R = R * Eigen::AngleAxisd(q(d), axis).toRotationMatrix();
    } else {
      p += R * axis * q(d);
    }
    link.Ad = adjoint_of_inverse(R, p);
  }
  links_[kWorld].V.setZero();
  links_[kWorld].Vdot << Eigen::Vector3d::Zero(), -parameters.gravity().eigen();
  go_outward_with_velocities();
  go_inward();
  go_outward_with_accelerations();
}

/// Algorithm 3.4.
inline void SohlBobrow::go_outward_with_velocities() {
  for (std::size_t i = 1; i < links_.size(); ++i) {
    Link& l = links_[i];
    l.V = l.Ad * links_[l.parent].V + l.S * l.rate;  // (50)
    l.a = -ad(l.S * l.rate) * l.V;                   // (51)
    l.b = -ad(l.V).transpose() * (l.J * l.V);        // (52)
  }
}

/// Algorithm 3.5; in (55) wrenches that act on the link have a minus.
inline void SohlBobrow::go_inward() {
  for (Link& l : links_) l.Jhat = l.J, l.B = l.b;
  for (std::size_t i = links_.size() - 1; i > 0; --i) {
    Link& l = links_[i];
    l.z = l.Jhat * l.a + l.B - l.external;  // (55)
    if (l.is_active) {
      l.z += l.Jhat * l.S * l.known;
      l.Jhat_plus = l.Jhat, l.z_plus = l.z;
    } else {
      l.Omega = l.S.dot(l.Jhat * l.S);                            // (70)
      l.phi = l.Jhat * l.S / l.Omega;                             // (72)
      l.c = (l.known - l.S.dot(l.z)) / l.Omega;                   // (74)
      l.Jhat_plus = l.Jhat - l.phi * (l.Jhat * l.S).transpose();  // (56)
      l.z_plus = l.z + l.phi * (l.known - l.S.dot(l.z));          // (57)
    }
    if (l.parent == kWorld) continue;
    links_[l.parent].Jhat += l.Ad.transpose() * l.Jhat_plus * l.Ad;  // (53)
    links_[l.parent].B += l.Ad.transpose() * l.z_plus;               // (54)
  }
}

/// Algorithm 3.6.
inline void SohlBobrow::go_outward_with_accelerations() {
  for (std::size_t i = 1; i < links_.size(); ++i) {
    Link& l = links_[i];
    l.Vdot_plus = l.Ad * links_[l.parent].Vdot;                             // (76)
    l.acceleration = l.is_active ? l.known : l.c - l.phi.dot(l.Vdot_plus);  // (58)
    l.force = l.is_active ? l.S.dot(l.Jhat * l.Vdot_plus + l.z) : l.known;  // (59)
    l.Vdot = l.Vdot_plus + l.S * l.acceleration + l.a;                      // (60)
  }
}

inline Eigen::VectorXd SohlBobrow::wanted() const {
  Eigen::VectorXd wanted(std::ssize(links_) - 1);
  for (long i = 0; i < wanted.size(); ++i)
    wanted(i) = links_[i + 1].is_active ? links_[i + 1].force : links_[i + 1].acceleration;
  return wanted;
}

// ---- its gradient -----------------------------------------------------------------------------------------------

/// Forward recursion of algorithm 4.1. What is not beyond joint j does not change; by q_j, dAd_h = -ad_S Ad_h.
inline void SohlBobrow::change_velocities(std::vector<Change>& d, GradientBy by, int joint) const {
  for (int i = 1; i < std::ssize(links_); ++i) {
    const Link& l = links_[i];
    const bool is_joint = i == joint;
    d[i].V = l.Ad * d[l.parent].V;
    if (is_joint && by == GradientBy::kAngle) d[i].V -= ad(l.S) * (l.Ad * links_[l.parent].V);
    if (is_joint && by == GradientBy::kRate) d[i].V += l.S;
    d[i].a = -ad(l.S * l.rate) * d[i].V;  // printed as 0 for x = q_i
    if (is_joint && by == GradientBy::kRate) d[i].a -= ad(l.S) * l.V;
    // printed with a plus before the second term
    d[i].b = -ad(d[i].V).transpose() * (l.J * l.V) - ad(l.V).transpose() * (l.J * d[i].V);
  }
}

/// Backward recursion.
inline void SohlBobrow::change_articulated(std::vector<Change>& d, GradientBy by, int joint) const {
  for (Change& change : d) change.Jhat.setZero(), change.B = change.b;
  for (int i = static_cast<int>(links_.size()) - 1; i > 0; --i) {
    const Link& l = links_[i];
    Change& c = d[i];
    const double known = i == joint && by == GradientBy::kKnown ? 1 : 0;
    c.z = c.Jhat * l.a + l.Jhat * c.a + c.B;  // (69)
    if (l.is_active) {
      c.z += c.Jhat * l.S * l.known + l.Jhat * l.S * known;
      c.Jhat_plus = c.Jhat, c.z_plus = c.z;
    } else {
      const double left = l.S.dot(l.z) - l.known, change = l.S.dot(c.z) - known;        // S'z - tau, printed S'z + tau
      c.Omega = l.S.dot(c.Jhat * l.S);                                                  // (71)
      c.phi = (l.Omega * c.Jhat * l.S - l.Jhat * l.S * c.Omega) / (l.Omega * l.Omega);  // (73)
      c.c = (left * c.Omega - l.Omega * change) / (l.Omega * l.Omega);                  // (75)
      c.z_plus = c.z - c.phi * left - l.phi * change;
      c.Jhat_plus = -c.phi * (l.Jhat * l.S).transpose() + (Matrix6::Identity() - l.phi * l.S.transpose()) * c.Jhat;
    }
    if (l.parent == kWorld) continue;
    Change& parent = d[l.parent];
    parent.Jhat += l.Ad.transpose() * c.Jhat_plus * l.Ad;  // (64), (67)
    parent.B += l.Ad.transpose() * c.z_plus;               // (66), (68)
    if (i != joint || by != GradientBy::kAngle) continue;
    const Matrix6 dAd = -ad(l.S) * l.Ad;
    parent.Jhat += dAd.transpose() * l.Jhat_plus * l.Ad + l.Ad.transpose() * l.Jhat_plus * dAd;  // (63)
    parent.B += dAd.transpose() * l.z_plus;  // (65), printed with another frame and sign
  }
}

/// Second forward recursion.
inline void SohlBobrow::change_accelerations(std::vector<Change>& d, GradientBy by, int joint) const {
  for (int i = 1; i < std::ssize(links_); ++i) {
    const Link& l = links_[i];
    Change& c = d[i];
    const double known = i == joint && by == GradientBy::kKnown ? 1 : 0;
    c.Vdot_plus = l.Ad * d[l.parent].Vdot;  // (77)
    if (i == joint && by == GradientBy::kAngle) c.Vdot_plus -= ad(l.S) * l.Vdot_plus;
    if (l.is_active) {
      c.acceleration = known;
      c.force = l.S.dot(l.Jhat * c.Vdot_plus + c.z + c.Jhat * l.Vdot_plus);  // (79)
    } else {
      c.acceleration = c.c - c.phi.dot(l.Vdot_plus) - l.phi.dot(c.Vdot_plus);  // (80)
    }
    c.Vdot = c.Vdot_plus + l.S * c.acceleration + c.a;  // (81)
  }
}

inline Eigen::VectorXd SohlBobrow::gradient(GradientBy by, int joint) const {
  std::vector<Change> d(links_.size());
  d[kWorld].V.setZero();
  d[kWorld].Vdot.setZero();
  d[kWorld].b.setZero();
  change_velocities(d, by, joint);
  change_articulated(d, by, joint);
  change_accelerations(d, by, joint);
  Eigen::VectorXd gradient(std::ssize(links_) - 1);
  for (long i = 0; i < gradient.size(); ++i) {
    gradient(i) = links_[i + 1].is_active ? d[i + 1].force : d[i + 1].acceleration;
  }
  return gradient;
}

}  // namespace tandem::test
