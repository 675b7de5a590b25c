#include <tandem/dynamics/simulated_descriptor.hpp>

#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/simulation.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

/// The three forms in which a simulation moves a model.
namespace tandem::simulated_descriptor_test {

Simulation simulated(const ModelExample& example, Form form, double duration, ForceLaw forces = {}) {
  SimulationOptions options;
  options.form = form;
  options.duration = duration;
  options.forces = std::move(forces);
  return simulate(example.model, example.q, example.v, options);
}

void expect_agreement(const char* name, double duration) {
  const ModelExample example = make_model_example(name);
  const Simulation minimal = simulated(example, Form::minimal, duration);
  for (const Form form : {Form::multipliers, Form::descriptor}) {
    const Simulation other = simulated(example, form, duration);
    EXPECT_LT((other.q - minimal.q).cwiseAbs().maxCoeff(), 1e-8) << name << " " << name_of(form);
    EXPECT_LT((other.v - minimal.v).cwiseAbs().maxCoeff(), 1e-8) << name << " " << name_of(form);
    EXPECT_LT(other.audit.energy, 1e-9) << name << " " << name_of(form);
  }
}

TEST(Forms, AgreeAndKeepTheEnergyOverTenSeconds) { expect_agreement("parallelogram", 10); }

TEST(Forms, AgreeOnPinsSlotsAndRedundantBearings) {
  for (const char* name : {"slider-crank", "pin-in-slot", "cardan-shaft", "backhoe"}) expect_agreement(name, 0.5);
}

TEST(Forms, AgreeOnTheWorkOfMotorsAndDampers) {
  ModelExample example = make_model_example("four-bar");
  Parameters<double> parameters = example.model.parameters();
  parameters.dampings() = {0.1, 0.2, 0.3};
  SimulationOptions options;
  options.duration = 1;
  options.forces = [](double t, auto&&, auto&& v, auto&& tau) { tau(0) = 8 * std::sin(3 * t) - 0.2 * v(0); };
  const Simulation minimal = simulate(example.model, parameters, example.q, example.v, options);
  for (const Form form : {Form::multipliers, Form::descriptor}) {
    options.form = form;
    const Simulation other = simulate(example.model, parameters, example.q, example.v, options);
    EXPECT_LT((other.q - minimal.q).cwiseAbs().maxCoeff(), 1e-8) << name_of(form);
    EXPECT_LT((other.work - minimal.work).cwiseAbs().maxCoeff(), 1e-8) << name_of(form);
    EXPECT_LT(other.audit.energy, 1e-9) << name_of(form);
  }
}

TEST(Forms, KeepTheMomentaOfWhatFloats) {
  const ModelExample example = make_model_example("spacecraft-with-booms");
  const Simulation simulation = simulated(example, Form::descriptor, 0.5);
  EXPECT_LT(simulation.audit.energy, 1e-9);
  EXPECT_LT(*simulation.audit.angular_momentum, 1e-9);
  EXPECT_LT(*simulation.audit.linear_momentum, 1e-9);
}

TEST(Forms, HaveNames) {
  EXPECT_EQ(form_named("descriptor"), Form::descriptor);
  EXPECT_STREQ(name_of(Form::multipliers), "multipliers");
  EXPECT_TRUE(test::refuses([] { form_named("descriptive"); }, "no form is called 'descriptive'; did you mean"));
}

TEST(Forms, RefuseWhatTheyDoNotTake) {
  const ModelExample example = make_model_example("four-bar");
  SimulationOptions options;
  options.form = Form::descriptor;
  options.sample_period = 0.1;
  EXPECT_TRUE(test::refuses(([&] { simulate(example.model, example.q, example.v, options); }),
                            "the descriptor form takes neither external wrenches nor a controller in samples"));
  options.sample_period = 0;
  options.drives.assign(example.model.body_count(), Drive::force);
  EXPECT_TRUE(test::refuses(([&] { simulate(example.model, example.q, example.v, options); }),
                            "motion-driven joints and servos are moved in the minimal form alone"));
}

}  // namespace tandem::simulated_descriptor_test
