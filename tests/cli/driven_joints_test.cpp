#include <tandem/cli/driven_joints.hpp>

#include <tandem/dynamics/models.hpp>

#include <cli/command_line.hpp>
#include <cli/saved_file.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <fstream>
#include <sstream>

namespace tandem::cli::driven_joints_test {

using test::run_command;
using test::says;
using test::TemporaryFile;

/// A table of sin t with its rate and, if wanted, its acceleration.
void write_sine(const TemporaryFile& file, double step, bool with_accelerations) {
  std::ofstream out(file.path());
  out.precision(17);
  out << "time,elbow,rate:elbow" << (with_accelerations ? ",acceleration:elbow" : "") << "\n";
  for (int k = 0; k * step < 1.0 + 0.5 * step; ++k) {
    const double t = k * step;
    out << t << "," << std::sin(t) << "," << std::cos(t);
    if (with_accelerations) out << "," << -std::sin(t);
    out << "\n";
  }
}

TEST(RecordedMotion, GoesThroughItsRowsAndIsNearBetween) {
  const TemporaryFile file("sine.csv");
  for (const bool with_accelerations : {false, true}) {
    write_sine(file, 0.05, with_accelerations);
    const RecordedMotion motion(file.name(), "elbow");
    // A cubic is wrong by h^4/384, a quintic by h^6/46080.
    const double most = with_accelerations ? std::pow(0.05, 6) / 46080 : std::pow(0.05, 4) / 384;
    EXPECT_NEAR(motion.value(0.5), std::sin(0.5), 1e-15);
    EXPECT_NEAR(motion.rate(0.5), std::cos(0.5), 1e-13);
    EXPECT_NEAR(motion.value(0.525), std::sin(0.525), most + 1e-16);
    EXPECT_EQ(motion.end(), 1.0);
    const double step = 1e-4, difference = (motion.rate(0.31 + step) - motion.rate(0.31 - step)) / (2 * step);
    EXPECT_NEAR(motion.acceleration(0.31), difference, 1e-6);
  }
}

TEST(Simulate, HoldsAJointAndMovesOneByATable) {
  const TemporaryFile swung("swung.csv"), again("again.csv");
  ASSERT_EQ(run_command("simulate acrobot --time 1 --quiet --drive elbow=hold").exit_code, 0);
  ASSERT_EQ(run_command("simulate acrobot --time 1 --step 0.002 --quiet --csv " + swung.name()).exit_code, 0);
  const test::Outcome moved = run_command(
      "simulate acrobot --time 1 --step 0.002 --quiet --drive elbow=" + swung.name() + " --csv " + again.name());
  ASSERT_EQ(moved.exit_code, 0) << moved.err;
  // The last rows: time, coordinates and rates of a free motion, and of one whose elbow follows the first one's.
  const auto last_row = [](const std::string& text) {
    std::istringstream in(text.substr(text.rfind('\n', text.size() - 2) + 1));
    std::vector<double> row;
    for (std::string cell; std::getline(in, cell, ',');) row.push_back(std::stod(cell));
    return row;
  };
  const std::vector<double> first = last_row(swung.text()), second = last_row(again.text());
  ASSERT_EQ(first.size(), 12U);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(first[i], second[i], 1e-8) << i;
}

TEST(Simulate, RefusesDrivesByName) {
  const TemporaryFile file("short.csv");
  std::ofstream(file.path()) << "time,elbow,rate:elbow\n0,0,0\n0.5,1,0\n";
  const auto refusal_of = [](const std::string& words) {
    const test::Outcome outcome = run_command("simulate acrobot " + words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    return outcome.err;
  };
  EXPECT_TRUE(says(refusal_of("--drive elbo=hold"), "has no joint 'elbo'; did you mean 'elbow'?"));
  EXPECT_TRUE(says(refusal_of("--drive elbow"), "--drive takes KEY=VALUE, not 'elbow'"));
  EXPECT_TRUE(says(refusal_of("--drive elbow=no.csv"), "cannot read 'no.csv'"));
  EXPECT_TRUE(says(refusal_of("--drive elbow=hold --drive elbow=hold"), "joint 'elbow' is driven twice"));
  EXPECT_TRUE(says(refusal_of("--drive shoulder=" + file.name()), "has no column 'shoulder'"));
  EXPECT_TRUE(
      says(refusal_of("--time 1 --drive elbow=" + file.name()), "is from 0 to 0.5 s, the simulation from 0 to 1 s"));
  std::ofstream(file.path()) << "time,elbow,rate:elbow\n0,0,0\n0,1,0\n";
  EXPECT_TRUE(says(refusal_of("--drive elbow=" + file.name()), "times must grow"));
  std::ofstream(file.path()) << "time,elbow,rate:elbow\n0,0,0\n1,up,0\n";
  EXPECT_TRUE(says(refusal_of("--drive elbow=" + file.name()), "the value of 'elbow' is not a finite number: 'up'"));
}

}  // namespace tandem::cli::driven_joints_test
