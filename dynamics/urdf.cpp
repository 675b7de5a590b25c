#include <tandem/dynamics/urdf.hpp>

#include <tandem/core/names.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/urdf_reader.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace tandem {
namespace {

/// The links and joints of a file as a tree.
class Tree {
 public:
  Tree(const urdf::Reader& reader, const urdf::Robot& robot) : reader_(reader), robot_(robot) {
    index_links();
    index_joints();
    find_root();
    check_reached();
  }

  const urdf::Link& root() const { return *root_; }
  const urdf::Link& link(const std::string& name) const { return *links_.at(name); }
  const std::vector<const urdf::LinkJoint*>& joints_below(const std::string& link) const {
    static const std::vector<const urdf::LinkJoint*> kNone;
    const auto found = below_.find(link);
    return found == below_.end() ? kNone : found->second;
  }

 private:
  void index_links() {
    if (robot_.links.empty()) reader_.refuse_at(robot_.line, "robot '{}' has no link", robot_.name);
    for (const urdf::Link& link : robot_.links) {
      const auto [at, is_new] = links_.emplace(link.name, &link);
      if (!is_new) {
        reader_.refuse_at(link.line, "the name of link '{}' is given twice, first in line {}", link.name,
                          at->second->line);
      }
    }
  }

  void check_link(const urdf::LinkJoint& joint, const char* role, const std::string& name, int line) const {
    if (links_.contains(name)) return;
    std::vector<std::string> known;
    for (const auto& [own, link] : links_) known.push_back(own);
    reader_.refuse_at(line, "joint '{}': its {} link '{}' is not in the file{}", joint.name, role, name,
                      did_you_mean(name, known));
  }

  void index_joints() {
    std::map<std::string, int> lines;
    for (const urdf::LinkJoint& joint : robot_.joints) {
      const auto [at, is_new] = lines.emplace(joint.name, joint.line);
      if (!is_new) {
        reader_.refuse_at(joint.line, "the name of joint '{}' is given twice, first in line {}", joint.name,
                          at->second);
      }
      check_link(joint, "parent", joint.parent, joint.parent_line);
      check_link(joint, "child", joint.child, joint.child_line);
      const auto [above, is_first] = above_.emplace(joint.child, &joint);
      if (!is_first) {
        reader_.refuse_at(joint.child_line, "link '{}' has two parents, by joints '{}' and '{}': only trees are read",
                          joint.child, above->second->name, joint.name);
      }
      below_[joint.parent].push_back(&joint);
    }
  }

  void find_root() {
    for (const urdf::Link& link : robot_.links) {
      if (above_.contains(link.name)) continue;
      if (root_ != nullptr) {
        reader_.refuse_at(link.line, "links '{}' (line {}) and '{}' are both roots: no joint has them as child",
                          root_->name, root_->line, link.name);
      }
      root_ = &link;
    }
    if (root_ == nullptr) {
      reader_.refuse_at(robot_.line, "robot '{}' has no root: every link is the child of a joint, in a cycle",
                        robot_.name);
    }
  }

  /// Every link has one parent but the root: those not reached from the root go round in cycles.
  void check_reached() const {
    std::map<std::string, bool> reached;
    std::vector<std::string> open{root_->name};
    while (!open.empty()) {
      const std::string name = open.back();
      open.pop_back();
      reached[name] = true;
      for (const urdf::LinkJoint* joint : joints_below(name)) open.push_back(joint->child);
    }
    for (const urdf::Link& link : robot_.links) {
      if (!reached.contains(link.name)) {
        reader_.refuse_at(link.line, "link '{}' is its own ancestor: its joints form a cycle", link.name);
      }
    }
  }

  const urdf::Reader& reader_;
  const urdf::Robot& robot_;
  std::map<std::string, const urdf::Link*> links_;
  std::map<std::string, const urdf::LinkJoint*> above_;
  std::map<std::string, std::vector<const urdf::LinkJoint*>> below_;
  const urdf::Link* root_ = nullptr;
};

/// A body of the model and where a link stands in it.
struct Seat {
  std::string body;
  Transform<double> body_from_link;
};

constexpr const char* kWorldName = "world";

class Planter {
 public:
  Planter(const urdf::Reader& reader, const urdf::Robot& robot, const Tree& tree, const UrdfOptions& options)
      : reader_(reader), tree_(tree), builder_(robot.name) {
    builder_.set_gravity(options.gravity);
    plant_root(options.base);
    // Depth first, by hand: a file may hold a chain of any length.
    std::vector<std::pair<const urdf::LinkJoint*, Seat>> open;
    open_joints(tree.root().name, open);
    while (!open.empty()) {
      const auto [joint, seat] = open.back();
      open.pop_back();
      plant(*joint, seat);
      open_joints(joint->child, open);
    }
  }

  Model build() const {
    for (const auto& [name, body] : merged_) {
      if (body.link->name != kWorldName) check(body);  // what the world weighs is of no matter
    }
    try {
      return builder_.build();
    } catch (const InvalidInput& error) {
      throw InvalidInput(fmt::format("{}: {}", reader_.file(), error.what()));
    }
  }

 private:
  /// Links that are one body, as a fixed joint holds them together.
  struct Merged {
    const urdf::Link* link;  ///< which gives its name; for the world the root
    Inertia<double> inertia;
  };

  /// The model's own checks of a single body, said with its line. Files give links that are merged with another
  /// inertias that no body could have (hyq: all six moments 1e-6): what counts is the sum.
  void check(const Merged& body) const {
    ModelBuilder alone(reader_.file());
    alone.add_body(body.link->name, kWorldName, Transform<double>::identity(), Joint::free("alone"), body.inertia);
    try {
      alone.build();
    } catch (const InvalidInput& error) {
      reader_.refuse_at(std::max(body.link->inertial_line, body.link->line), "{}", error.what());
    }
  }

  void open_joints(const std::string& link, std::vector<std::pair<const urdf::LinkJoint*, Seat>>& open) const {
    const auto& below = tree_.joints_below(link);
    for (auto joint = below.rbegin(); joint != below.rend(); ++joint) open.emplace_back(*joint, seats_.at(link));
  }

  /// A root link called "world" is the world; others become a frame in it, or float.
  void plant_root(UrdfBase base) {
    const urdf::Link& root = tree_.root();
    if (base == UrdfBase::floating) {
      if (root.name == kWorldName) reader_.refuse_at(root.line, "the root link is called 'world': it cannot float");
      add_body(root, kWorldName, Transform<double>::identity(), Joint::free("floating_base"));
    } else if (root.name == kWorldName) {
      seat(root, {kWorldName, Transform<double>::identity()});
    } else {
      attach(root, {kWorldName, Transform<double>::identity()});
    }
  }

  void plant(const urdf::LinkJoint& joint, const Seat& parent) {
    const urdf::Link& link = tree_.link(joint.child);
    if (link.name == kWorldName) {
      reader_.refuse_at(link.line, "link 'world' is carried by joint '{}': only the root may be the world", joint.name);
    }
    const Transform<double> placement = parent.body_from_link * joint.placement;
    if (joint.type == "fixed") {
      attach(link, {parent.body, placement});
    } else {
      add_body(link, parent.body, placement, joint.joint);
      if (joint.mimic) {
        builder_.couple(joint.name, {{joint.mimic->leader, joint.mimic->multiplier}}, joint.mimic->offset);
      }
      if (joint.friction != 0.0) {
        builder_.leave_out(fmt::format("{}:{}: Coulomb friction of joint '{}' ({}) is left out", reader_.file(),
                                       joint.line, joint.name, joint.friction));
      }
    }
  }

  void add_body(const urdf::Link& link, const std::string& parent, const Transform<double>& placement,
                const Joint& joint) {
    builder_.add_body(link.name, parent, placement, joint, link.inertia);
    seat(link, {link.name, Transform<double>::identity()});
  }

  void attach(const urdf::Link& link, const Seat& place) {
    builder_.attach(link.name, place.body, place.body_from_link, link.inertia);
    seat(link, place);
  }

  void seat(const urdf::Link& link, const Seat& place) {
    seats_.emplace(link.name, place);
    Merged& body = merged_.try_emplace(place.body, Merged{&link, Inertia<double>::zero()}).first->second;
    body.inertia += to_parent(place.body_from_link, link.inertia);
    for (VisualShape shape : link.shapes) {
      shape.placement = place.body_from_link * shape.placement;
      builder_.add_shape(place.body, std::move(shape));
    }
  }

  const urdf::Reader& reader_;
  const Tree& tree_;
  ModelBuilder builder_;
  std::map<std::string, Seat> seats_;
  std::map<std::string, Merged> merged_;  ///< by the body's name
};

}  // namespace

Model parse_urdf(const std::string& text, const std::string& name, const UrdfOptions& options) {
  urdf::Reader reader(name);
  const urdf::Robot robot = reader.read(text);
  return Planter(reader, robot, Tree(reader, robot), options).build();
}

Model load_urdf(const std::filesystem::path& file, const UrdfOptions& options) {
  return parse_urdf(read_text(file), file.string(), options);
}

}  // namespace tandem
