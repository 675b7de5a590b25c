#include <tandem/dynamics/models.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/models/all.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include <string_view>

namespace tandem {
namespace {

/// A family's name is its stem and as many numbers, each after a '-'.
struct Family {
  ModelEntry entry;
  std::string stem;
  std::function<ModelExample(const std::vector<int>&)> make;
  int number_count = 0;
};

constexpr int kMostBodies = 4096;  ///< recursions are O(n), but nobody means more

Family single(const char* name, const char* title, const char* source, ModelExample (*make)()) {
  return {{name, name, title, source}, name, [make](const std::vector<int>&) { return make(); }};
}

const std::vector<Family>& families() {
  static const char* const kRods = "thin uniform rods of 1 kg and 1 m";
  static const std::vector<Family> kFamilies{
      single("acrobot", "two links hanging from a free shoulder, a motor at the elbow",
             "1 kg points at the ends of 0.5 m: Kelly's OptimTraj, demo acrobot", models::acrobot),
      single("arm-7", "a seven-joint arm on a pedestal",
             "lengths of KUKA's LBR iiwa 14 data sheet (0.36, 0.42, 0.40, 0.126 m), solid cylinders", models::arm_7),
      single("backhoe", "a boom, a dipper and a bucket that three pistons move",
             "joints of Yae, Hwang and Chern, JPL 1989; they print no sizes: 2.5, 1.5, 0.8 m, 750 kg", models::backhoe),
      {{"ball-chain-N", "ball-chain-4", "N cylinders end to end on ball joints", "1 kg, 1 m, radius 5 cm, uniform"},
       "ball-chain",
       [](const std::vector<int>& n) { return models::ball_chain(n[0]); },
       1},
      {{"binary-tree-N", "binary-tree-7", "N rods, each carrying two others", kRods},
       "binary-tree",
       [](const std::vector<int>& n) { return models::tree(n[0], 2); },
       1},
      single("branched-acrobot", "a torso hanging from free hands, with two driven legs",
             "Sohl and Bobrow 2001, section 5; they print no data: uniform rods of 1 kg and 1 m",
             models::branched_acrobot),
      single("cardan-shaft", "two shafts half a radian apart and the cross between them",
             "steel-like shafts of 2 and 3 kg, 0.4 m; a sphere of 0.2 kg", models::cardan_shaft),
      single("cart-pole", "a pole hanging from a driven cart", "Kelly, SIAM Review 59(4), 2017, section 6",
             models::cart_pole),
      {{"chain-N", "chain-6", "N rods end to end, axes across each other in turn", kRods},
       "chain",
       [](const std::vector<int>& n) { return models::chain(n[0]); },
       1},
      single("differential", "two wheels, their carrier and the shaft that drives it",
             "cylinders of 4, 5, 8 and 2 kg; 3.5 turns of the shaft to one of the carrier", models::differential),
      {{"double-pendulum", "double-pendulum", "two rods in a plane", kRods},
       "double-pendulum",
       [](const std::vector<int>&) { return models::planar_pendulum(2); }},
      single("four-bar", "a crank, a coupler and a rocker between two pivots",
             "0.3, 0.8, 0.6 m over 0.9 m; 1, 2, 1.5 kg; moments 0.01, 0.11, 0.05 kg m^2", models::four_bar),
      single("four-bar-leg", "a leg whose knee a crank at the hip moves through a rod",
             "thigh and shank of 0.25 m, 1.5 kg; crank 0.05 m, lever 0.06 m", models::four_bar_leg),
      single("four-bar-quadruped", "a trunk on four such legs, afloat", "a trunk of 8 kg, hip blocks of 0.5 kg",
             models::four_bar_quadruped),
      single("furuta", "a pendulum at the end of an arm turned about the vertical",
             "sizes and masses of Cazzolato and Prime, J. Control Sci. Eng. 2011, as solid cylinders", models::furuta),
      single("geared-arm", "the seven-joint arm with a motor behind a gear at each joint",
             "arm-7; motors of 0.2 kg and 4 cm, a hundred turns to one of the joint", models::geared_arm),
      {{"hooke-chain-N", "hooke-chain-4", "N cylinders end to end on universal joints",
        "1 kg, 1 m, radius 5 cm, uniform"},
       "hooke-chain",
       [](const std::vector<int>& n) { return models::hooke_chain(n[0]); },
       1},
      single("humanoid-36", "a standing person of 30 joints on a floating base",
             "1.75 m, 75 kg; segments of Winter, Biomechanics, 4th ed., chapter 4, as solid cylinders and boxes",
             models::humanoid_36),
      single("jack-screw", "a load on a table that a spindle lifts, let go",
             "20 mm a turn; spindle 4 kg, 40 mm thick; load 100 kg, 0.6 x 0.4 x 0.2 m", models::jack_screw),
      single("parallelogram", "a bar on two rods that stay parallel", "rods of 0.5 m and 1 kg, a bar of 1 m and 2 kg",
             models::parallelogram),
      {{"pendulum", "pendulum", "a rod in a plane", kRods},
       "pendulum",
       [](const std::vector<int>&) { return models::planar_pendulum(1); }},
      {{"pendulum-N", "pendulum-5", "N rods end to end in a plane", kRods},
       "pendulum",
       [](const std::vector<int>& n) { return models::planar_pendulum(n[0]); },
       1},
      single("pendubot", "two links, a motor at the shoulder and none at the elbow",
             "Fantoni, Lozano and Spong, IEEE Trans. Automatic Control 45(4), 2000", models::pendubot),
      single("pin-in-slot", "a crank whose pin drives the slot of an arm", "rods of 0.4 m and 1 kg, 1.5 m and 2 kg",
             models::pin_in_slot),
      single("quadrotor", "a hull with four rotors, let go while they turn",
             "hull 0.5 kg, rotors of 10 g and 24 cm at 17 cm, motors of 50 g", models::quadrotor),
      single("quadruped-18", "a trunk on four legs of three joints",
             "lengths and masses of MIT's Mini Cheetah (Katz, Di Carlo, Kim, ICRA 2019), as a box and cylinders",
             models::quadruped_18),
      single("rectangle-on-slide", "four bars in a rectangle on a slide",
             "sqrt 2 by 2 m: Nikravesh, Gim, Arabyan and Rein, JPL 1989, Fig. 4; bars of 1 kg",
             models::rectangle_on_slide),
      single("robot-research-7", "Robot Research's arm with its seven motors and gears",
             "masses, moments and gears of Chen and Ou, JPL 1989; frames parallel at zero", models::robot_research_7),
      single("slider-crank", "a crank, a rod and a piston", "0.3 and 1 m, 1 kg each; a piston of 2 kg",
             models::slider_crank),
      single("spacecraft-with-booms", "a hub with four rigid booms on sprung hinges, adrift",
             "a cube of 200 kg and 1 m, rods of 10 kg and 4 m, springs of 20 N m/rad", models::spacecraft_with_booms),
      single("spinning-body", "a box adrift, spinning about its middle axis", "2 kg, 0.4 x 0.2 x 0.1 m",
             models::spinning_body),
      {{"tree-N-B", "tree-10-3", "N rods, each carrying B others", kRods},
       "tree",
       [](const std::vector<int>& n) { return models::tree(n[0], n[1]); },
       2},
      single("two-link-arm", "a driven planar arm, horizontal at zero",
             "Sohl and Bobrow 2001, section 5; they print no data: uniform rods of 1 kg and 1 m", models::two_link_arm),
      single("y-tree", "a trunk with two fingers in a plane, standing as a Y", kRods, models::y_tree)};
  return kFamilies;
}

/// The numbers that `name` has after the family's stem; nothing if it is not of this family.
std::optional<std::vector<int>> numbers_of(std::string_view name, const Family& family) {
  if (name.substr(0, family.stem.size()) != family.stem) return std::nullopt;
  const char* at = name.data() + family.stem.size();
  const char* const end = name.data() + name.size();
  std::vector<int> numbers;
  while (at != end) {
    int number = 0;
    const auto [after, error] = std::from_chars(at + 1, end, number);
    if (*at != '-' || after == at + 1 || error == std::errc::invalid_argument) return std::nullopt;
    // A number beyond int counts as too large, not as another name.
    numbers.push_back(error == std::errc::result_out_of_range ? kMostBodies + 1 : number);
    at = after;
  }
  if (static_cast<int>(numbers.size()) != family.number_count) return std::nullopt;
  return numbers;
}

}  // namespace

std::vector<ModelEntry> model_entries() {
  std::vector<ModelEntry> entries;
  for (const Family& family : families()) entries.push_back(family.entry);
  return entries;
}

bool has_model(const std::string& name) {
  return std::any_of(families().begin(), families().end(),
                     [&name](const Family& family) { return numbers_of(name, family).has_value(); });
}

ModelExample make_model_example(const std::string& name) {
  std::vector<std::string> known;
  for (const Family& family : families()) {
    known.push_back(family.entry.name);
    const auto numbers = numbers_of(name, family);
    if (!numbers) continue;
    for (const int number : *numbers) {
      require(number >= 1 && number <= kMostBodies, "model '{}': its numbers go from 1 to {}", name, kMostBodies);
    }
    return family.make(*numbers);
  }
  refuse("no model is called '{}'{}", name, did_you_mean(name, known));
}

}  // namespace tandem
