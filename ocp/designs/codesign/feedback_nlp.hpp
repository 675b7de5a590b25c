#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/dense_nlp.hpp>

namespace tandem::codesign {

/// The problem
///     minimise ln J_s(p)  subject to  effort(p, K) / limit - 1 <= 0,  ln(response(p, K) / limit) <= 0
/// in unknowns (ln p, K / gain_scale row by row), which has no value where the loop is not stable, with its Hessian.
/// `problem` must outlive it. Refuses problems without a plant for output feedback.
DenseNlp feedback_nlp(const Codesign& problem, double gain_scale);

/// The scale at which the co-located gain (each actuator fed by its own rate sensor) takes all the effort that is
/// allowed, to a factor of 2: what a unit of the unknowns is.
double natural_gain_scale(const Codesign& problem, const Eigen::VectorXd& design);

/// The unknowns of a design with so much of the co-located gain: a damper at each actuator, so that the loop is stable.
Eigen::VectorXd feedback_unknowns(const Codesign& problem, const Eigen::VectorXd& design, double colocated);
/// Those of a design and its gain; gain_of is the other way.
Eigen::VectorXd feedback_unknowns(const Eigen::VectorXd& design, const Eigen::MatrixXd& gain, double gain_scale);
Eigen::MatrixXd gain_of(const lq::FeedbackPlant& plant, const Eigen::VectorXd& unknowns, double gain_scale);

}  // namespace tandem::codesign
