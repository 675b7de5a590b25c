#include <tandem/ocp/transcription/mesh.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <limits>

namespace tandem::mesh_test {

using test::refuses;

TEST(UniformMesh, HasEqualIntervalsFromZeroToOne) {
  const Mesh mesh = uniform_mesh("trapezoid", 8);
  EXPECT_EQ(mesh.intervals(), 8);
  EXPECT_EQ(mesh.ends.front(), 0.0);
  EXPECT_EQ(mesh.ends.back(), 1.0);
  for (int k = 0; k < 8; ++k) {
    EXPECT_EQ(mesh.start(k), k / 8.0);
    EXPECT_EQ(mesh.length(k), 0.125);
  }
}

// Multiplying a rounded 1/3 would miss both.
TEST(UniformMesh, HitsFractionsToTheLastBit) {
  const Mesh mesh = uniform_mesh("trapezoid", 9);
  EXPECT_EQ(mesh.ends[3], 1.0 / 3.0);
  EXPECT_EQ(mesh.ends[6], 2.0 / 3.0);
}

TEST(UniformMesh, CarriesItsTableau) { EXPECT_EQ(uniform_mesh("hermite-simpson", 3).tableau.name, "hermite-simpson"); }

TEST(UniformMesh, RefusesCountsThatAreNotPositive) {
  EXPECT_TRUE(refuses([] { uniform_mesh("trapezoid", 0); }, "mesh: 0 intervals were asked for"));
  EXPECT_TRUE(refuses([] { uniform_mesh("trapezoid", -3); }, "mesh: -3 intervals were asked for"));
}

TEST(UniformMesh, RefusesCountsThatFitNoMemory) {
  EXPECT_TRUE(refuses([] { uniform_mesh("trapezoid", 2'000'000'000); }, "at most 1000000 are taken"));
}

TEST(MeshWithEnds, KeepsTheEndsItIsGiven) {
  const Mesh mesh = mesh_with_ends("trapezoid", 0, {0.0, 0.1, 0.7, 1.0});
  EXPECT_EQ(mesh.intervals(), 3);
  EXPECT_EQ(mesh.start(2), 0.7);
  EXPECT_EQ(mesh.length(1), 0.7 - 0.1);
}

TEST(MeshWithEnds, RefusesEndsThatDoNotGoFromZeroToOne) {
  EXPECT_TRUE(refuses([] { mesh_with_ends("trapezoid", 0, {0.0, 0.5}); }, "from 0 to 1, not from 0 to 0.5"));
  EXPECT_TRUE(refuses([] { mesh_with_ends("trapezoid", 0, {0.1, 1.0}); }, "from 0 to 1, not from 0.1 to 1"));
  EXPECT_TRUE(refuses([] { mesh_with_ends("trapezoid", 0, {0.0}); }, "there must be at least 2"));
}

TEST(MeshWithEnds, RefusesEndsThatDoNotIncrease) {
  EXPECT_TRUE(refuses([] { mesh_with_ends("trapezoid", 0, {0.0, 0.6, 0.4, 1.0}); }, "but 0.4 follows 0.6"));
  EXPECT_TRUE(refuses([] { mesh_with_ends("trapezoid", 0, {0.0, 0.5, 0.5, 1.0}); }, "but 0.5 follows 0.5"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refuses([&] { mesh_with_ends("trapezoid", 0, {0.0, nan, 1.0}); }, "must increase"));
}

}  // namespace tandem::mesh_test
