#include <tandem/cli/simulation_file.hpp>

#include <tandem/dynamics/models.hpp>

#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

namespace tandem::cli::simulation_file_test {

/// A tenth of a second of a model.
Simulation moved(const ModelExample& example) {
  SimulationOptions options;
  options.duration = 0.1;
  options.step = 0.05;
  return simulate(example.model, example.q, example.v, options);
}

TEST(AuditedMotion, HasALineForWhatItIsToKeep) {
  const ModelExample pendulum = make_model_example("double-pendulum"), body = make_model_example("spinning-body");
  const Simulation swung = moved(pendulum), spun = moved(body);
  const AuditedMotion first{pendulum.model, swung, {}, 1e-9}, second{body.model, spun, {}, 1e-9};
  ASSERT_EQ(first.lines().size(), 1U);
  EXPECT_EQ(first.lines()[0].name, std::string("energy"));
  EXPECT_EQ(second.lines().size(), 3U);
  EXPECT_TRUE(first.passes() && first.lines()[0].holds);
  const AuditedMotion strict{pendulum.model, swung, {}, 0.5 * swung.audit.energy};
  EXPECT_EQ(strict.passes(), swung.audit.energy == 0.0);
}

TEST(SimulationFile, HasAColumnForEachNameAndARowForEachTime) {
  const ModelExample acrobot = make_model_example("acrobot");
  const Simulation simulation = moved(acrobot);
  const AuditedMotion motion{acrobot.model, simulation, {}, 1e-9};
  const test::TemporaryFile csv("motion.csv"), json("motion.json");
  save_csv(motion, csv.path());
  EXPECT_TRUE(
      csv.text().starts_with("time,shoulder,elbow,rate:shoulder,rate:elbow,acceleration:shoulder,acceleration:elbow,"
                             "force:shoulder,force:elbow,kinetic,potential,work\n0,"));
  save_json(motion, json.path());
  const nlohmann::json saved = test::saved(json);
  EXPECT_EQ(saved["coordinates"]["elbow"].size(), 3U);
  EXPECT_EQ(saved["energy"]["work"].size(), 3U);
  EXPECT_EQ(saved["audit"]["limit"], 1e-9);
  EXPECT_EQ(saved["audit"]["passes"], true);
}

}  // namespace tandem::cli::simulation_file_test
