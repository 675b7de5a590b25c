#include <tandem/derivatives/export_model.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/derivatives/jacobian_ways.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>

#include <string>
#include <vector>

namespace tandem {
namespace {

using casadi::Function;
using casadi::SX;

/// The three functions of a model, as expressions in symbols.
class ModelExpressions {
 public:
  explicit ModelExpressions(const Model& model)
      : model_(model),
        parameters_(model.parameters().cast<SX>()),
        ws_(model),
        q_(symbols("q", model.nq())),
        v_(symbols("v", model.nv())),
        x_(symbols("x", model.nv())),
        y_(model.nv()) {}

  Function forward() {
    forward_dynamics(model_, parameters_, ws_, q_, v_, x_, y_);
    return Function("forward_dynamics", {column_of(q_), column_of(v_), column_of(x_)}, {column_of(y_)},
                    {"q", "v", "tau"}, {"a"});
  }
  Function inverse() {
    inverse_dynamics(model_, parameters_, ws_, q_, v_, x_, y_);
    return Function("inverse_dynamics", {column_of(q_), column_of(v_), column_of(x_)}, {column_of(y_)}, {"q", "v", "a"},
                    {"tau"});
  }
  Function rates() {
    SymbolVector q_dot(model_.nq());
    coordinate_rates<SX>(model_, q_, v_, q_dot);
    return Function("coordinate_rates", {column_of(q_), column_of(v_)}, {column_of(q_dot)}, {"q", "v"}, {"q_dot"});
  }

 private:
  const Model& model_;
  Parameters<SX> parameters_;
  Workspace<SX> ws_;
  SymbolVector q_, v_, x_, y_;
};

}  // namespace

void export_model(const Model& model, const std::filesystem::path& file) {
  check_writable(file);
  std::vector<std::string> coordinates, velocities;
  for (int i = 0; i < model.nq(); ++i) coordinates.push_back(model.coordinate_name(i));
  for (int d = 0; d < model.nv(); ++d) velocities.push_back(model.velocity_name(d));
  ModelExpressions expressions(model);
  casadi::StringSerializer out;  // that of files loads a plugin, which sanitized programs do not survive
  for (const Function& function : {expressions.forward(), expressions.inverse(), expressions.rates()}) {
    out.pack(function);
  }
  out.pack(coordinates);
  out.pack(velocities);
  write_text(out.encode(), file);
}

}  // namespace tandem
