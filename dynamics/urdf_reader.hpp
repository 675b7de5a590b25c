#pragma once

#include <tandem/core/error.hpp>
#include <tandem/dynamics/inertia.hpp>
#include <tandem/dynamics/joint.hpp>
#include <tandem/dynamics/shape.hpp>

#include <tinyxml2.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What stands in a URDF, element by element, before its links and joints become a tree. For urdf*.cpp only.
namespace tandem::urdf {

using Element = tinyxml2::XMLElement;

struct Link {
  std::string name;
  int line = 0, inertial_line = 0;
  Inertia<double> inertia = Inertia<double>::zero();  ///< in the link's frame
  std::vector<VisualShape> shapes;
};

/// A joint that follows another: multiplier times it, and an offset.
struct Mimic {
  std::string leader;
  double multiplier, offset;
};

struct LinkJoint {
  std::string name, type, parent, child;
  int line = 0, parent_line = 0, child_line = 0;
  Transform<double> placement = Transform<double>::identity();  ///< parent_from_child at zero
  Joint joint;                                                  ///< not for type "fixed"
  double friction = 0.0;                                        ///< Coulomb's, which the model leaves out
  std::optional<Mimic> mimic;
};

struct Robot {
  std::string name;
  int line = 0;
  std::vector<Link> links;
  std::vector<LinkJoint> joints;
};

/// Reads elements of one file; its refusals begin with "file:line: ".
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  Robot read(const std::string& text);

  template <class... Args>
  [[noreturn]] void refuse_at(int line, fmt::format_string<Args...> sentence, Args&&... args) const {
    throw InvalidInput(fmt::format("{}:{}: {}", file_, line, fmt::format(sentence, std::forward<Args>(args)...)));
  }
  const std::string& file() const { return file_; }

 private:
  struct Material {
    std::string name;
    std::array<double, 4> colour;
  };

  Link read_link(const Element& element);
  LinkJoint read_joint(const Element& element);
  std::optional<Mimic> read_mimic(const Element& element, const Joint& joint) const;
  Inertia<double> read_inertial(const Element& element) const;
  VisualShape read_visual(const Element& element, const std::string& link);
  void read_geometry(const Element& element, VisualShape& shape, const std::string& link) const;
  void read_limits(const Element& element, const std::string& type, Joint& joint) const;
  void read_colours(const Element& parent);
  Transform<double> read_origin(const Element& parent) const;

  std::string attribute(const Element& element, const char* name) const;
  double number(const Element& element, const char* name, std::optional<double> otherwise = std::nullopt) const;
  template <std::size_t N>
  std::array<double, N> numbers(const Element& element, const char* name,
                                std::optional<std::array<double, N>> otherwise = std::nullopt) const;
  const Element& only_child(const Element& parent, const char* name) const;

  std::string file_;
  std::vector<Material> materials_;
};

}  // namespace tandem::urdf
