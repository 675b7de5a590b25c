#include <tandem/dynamics/urdf_reader.hpp>

#include <tandem/core/names.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace tandem::urdf {
namespace {

/// Rz(yaw) Ry(pitch) Rx(roll): turns about fixed axes, roll first.
Mat3<double> rotation_from(double roll, double pitch, double yaw) {
  const double cr = std::cos(roll), sr = std::sin(roll), cp = std::cos(pitch), sp = std::sin(pitch), cy = std::cos(yaw),
               sy = std::sin(yaw);
  return {{cy * cp, sy * cp, -sp},
          {cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr},
          {cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr}};
}

Vec3<double> vec3(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }

/// The words of "1 2.5 -3".
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr const char* kSpace = " \t\r\n";
  for (std::size_t at = text.find_first_not_of(kSpace); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kSpace, end);
  }
  return words;
}

std::optional<double> finite_number(std::string_view word) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// "XML_ERROR_MISMATCHED_ELEMENT" in words.
std::string words_for(const tinyxml2::XMLDocument& document) {
  std::string name = document.ErrorName();
  if (name.rfind("XML_", 0) == 0) name.erase(0, 4);
  if (name.rfind("ERROR_", 0) == 0) name.erase(0, 6);
  for (char& c : name) c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace

std::string Reader::attribute(const Element& element, const char* name) const {
  const char* value = element.Attribute(name);
  if (value == nullptr || *value == '\0') {
    refuse_at(element.GetLineNum(), "<{}> has no attribute '{}'", element.Name(), name);
  }
  if (!is_printable(value)) {
    refuse_at(element.GetLineNum(),
              "attribute '{}' of <{}> holds control characters, or bytes that are not UTF-8: '{}'", name,
              element.Name(), escaped(value));
  }
  return value;
}

template <std::size_t N>
std::array<double, N> Reader::numbers(const Element& element, const char* name,
                                      std::optional<std::array<double, N>> otherwise) const {
  if (otherwise && element.Attribute(name) == nullptr) return *otherwise;
  const std::string text = attribute(element, name);
  const std::vector<std::string_view> words = words_of(text);
  if (words.size() != N) {
    refuse_at(element.GetLineNum(), "attribute '{}' of <{}> holds {} numbers, {} wanted: '{}'", name, element.Name(),
              words.size(), N, text);
  }
  std::array<double, N> values{};
  for (std::size_t i = 0; i < N; ++i) {
    const std::optional<double> value = finite_number(words[i]);
    if (!value) {
      refuse_at(element.GetLineNum(), "attribute '{}' of <{}>: '{}' is not a finite number", name, element.Name(),
                words[i]);
    }
    values[i] = *value;
  }
  return values;
}

double Reader::number(const Element& element, const char* name, std::optional<double> otherwise) const {
  std::optional<std::array<double, 1>> other;
  if (otherwise) other = {*otherwise};
  return numbers<1>(element, name, other)[0];
}

const Element& Reader::only_child(const Element& parent, const char* name) const {
  const Element* child = parent.FirstChildElement(name);
  if (child == nullptr) refuse_at(parent.GetLineNum(), "<{}> has no <{}>", parent.Name(), name);
  return *child;
}

Transform<double> Reader::read_origin(const Element& parent) const {
  const Element* origin = parent.FirstChildElement("origin");
  if (origin == nullptr) return Transform<double>::identity();
  constexpr std::array<double, 3> kNone{0, 0, 0};
  const auto rpy = numbers<3>(*origin, "rpy", kNone);
  return {rotation_from(rpy[0], rpy[1], rpy[2]), vec3(numbers<3>(*origin, "xyz", kNone))};
}

/// The tensor is about the centre of mass, in the axes of the inertial frame, whose origin is the centre of mass.
Inertia<double> Reader::read_inertial(const Element& element) const {
  const double mass = number(only_child(element, "mass"), "value");
  const Element& I = only_child(element, "inertia");
  const SymMat3<double> about_com{number(I, "ixx"), number(I, "ixy", 0), number(I, "ixz", 0),
                                  number(I, "iyy"), number(I, "iyz", 0), number(I, "izz")};
  return to_parent(read_origin(element), Inertia<double>::from_com(mass, Vec3<double>::zero(), about_com));
}

/// Colours may be given once and used by name, anywhere in the file.
void Reader::read_colours(const Element& parent) {
  for (const Element* e = parent.FirstChildElement("material"); e != nullptr; e = e->NextSiblingElement("material")) {
    const Element* colour = e->FirstChildElement("color");
    if (colour != nullptr && e->Attribute("name") != nullptr) {
      materials_.push_back({e->Attribute("name"), numbers<4>(*colour, "rgba")});
    }
  }
}

void Reader::read_geometry(const Element& element, VisualShape& shape, const std::string& link) const {
  const Element* kind = element.FirstChildElement();
  if (kind == nullptr) refuse_at(element.GetLineNum(), "<geometry> of link '{}' is empty", link);
  const auto size = [&](const char* name) {
    const double value = number(*kind, name);
    if (value < 0)
      refuse_at(kind->GetLineNum(), "<{}> of link '{}': {} {} is negative", kind->Name(), link, name, value);
    return value;
  };
  const std::string name = kind->Name();
  if (name == "box") {
    shape.geometry = BoxShape{vec3(numbers<3>(*kind, "size"))};
  } else if (name == "cylinder") {
    shape.geometry = CylinderShape{size("radius"), size("length")};
  } else if (name == "sphere") {
    shape.geometry = SphereShape{size("radius")};
  } else if (name == "capsule") {
    shape.geometry = CapsuleShape{size("radius"), size("length")};
  } else if (name == "mesh") {
    const auto scale = numbers<3>(*kind, "scale", std::array<double, 3>{1, 1, 1});
    shape.geometry = MeshShape{attribute(*kind, "filename"), vec3(scale)};
  } else {
    const std::vector<std::string> known{"box", "cylinder", "sphere", "capsule", "mesh"};
    refuse_at(kind->GetLineNum(), "link '{}': no shape is called '{}'{}", link, name, did_you_mean(name, known));
  }
}

VisualShape Reader::read_visual(const Element& element, const std::string& link) {
  VisualShape shape{.geometry = SphereShape{0}, .placement = read_origin(element)};
  read_geometry(only_child(element, "geometry"), shape, link);
  read_colours(element);
  const Element* material = element.FirstChildElement("material");
  const char* name = material == nullptr ? nullptr : material->Attribute("name");
  if (material != nullptr && material->FirstChildElement("color") != nullptr) {
    shape.colour = numbers<4>(*material->FirstChildElement("color"), "rgba");
  } else if (name != nullptr) {
    for (const Material& known : materials_) {
      if (known.name == name) shape.colour = known.colour;
    }
  }
  return shape;
}

Link Reader::read_link(const Element& element) {
  Link link;
  link.name = attribute(element, "name");
  link.line = element.GetLineNum();
  if (const Element* inertial = element.FirstChildElement("inertial")) {
    link.inertia = read_inertial(*inertial);
    link.inertial_line = inertial->GetLineNum();
  }
  for (const Element* e = element.FirstChildElement("visual"); e != nullptr; e = e->NextSiblingElement("visual")) {
    link.shapes.push_back(read_visual(*e, link.name));
  }
  return link;
}

void Reader::read_limits(const Element& element, const std::string& type, Joint& joint) const {
  const Element* limit = element.FirstChildElement("limit");
  const bool has_range = type == "revolute" || type == "prismatic";
  if (limit == nullptr) {
    if (has_range) {
      refuse_at(element.GetLineNum(), "joint '{}': a {} joint needs <limit>{}", joint.name, type,
                type == "revolute" ? "; one that turns without end is called continuous" : "");
    }
    return;
  }
  if (has_range) {
    joint.limits.lower = number(*limit, "lower", 0);
    joint.limits.upper = number(*limit, "upper", 0);
  }
  joint.limits.velocity = number(*limit, "velocity");
  joint.limits.effort = number(*limit, "effort");
}

std::optional<Mimic> Reader::read_mimic(const Element& element, const Joint& joint) const {
  const Element* mimic = element.FirstChildElement("mimic");
  if (mimic == nullptr) return std::nullopt;
  if (velocity_count(joint.type) != 1) {
    refuse_at(mimic->GetLineNum(), "joint '{}': a {} joint cannot mimic another", joint.name, name_of(joint.type));
  }
  return Mimic{attribute(*mimic, "joint"), number(*mimic, "multiplier", 1), number(*mimic, "offset", 0)};
}

LinkJoint Reader::read_joint(const Element& element) {
  LinkJoint result;
  result.name = attribute(element, "name");
  result.line = element.GetLineNum();
  result.type = attribute(element, "type");
  const Element &parent = only_child(element, "parent"), &child = only_child(element, "child");
  result.parent = attribute(parent, "link"), result.parent_line = parent.GetLineNum();
  result.child = attribute(child, "link"), result.child_line = child.GetLineNum();
  result.placement = read_origin(element);
  if (result.type == "fixed") return result;  // nothing moves: a <mimic> in it says nothing

  Joint& joint = result.joint;
  joint.name = result.name;
  if (result.type == "floating") {
    joint.type = JointType::free;
  } else if (result.type == "planar") {
    joint.type = JointType::planar;
  } else if (result.type == "prismatic") {
    joint.type = JointType::prismatic;
  } else if (result.type == "revolute" || result.type == "continuous") {
    joint.type = JointType::revolute;
  } else {
    const std::vector<std::string> known{"revolute", "continuous", "prismatic", "fixed", "floating", "planar"};
    refuse_at(result.line, "joint '{}': no type is called '{}'{}", result.name, result.type,
              did_you_mean(result.type, known));
  }
  const Element* axis = element.FirstChildElement("axis");
  const std::array<double, 3> along = axis == nullptr ? std::array<double, 3>{1, 0, 0} : numbers<3>(*axis, "xyz");
  if (joint.type != JointType::free) {
    joint.axis = {along[0], along[1], along[2]};
    read_limits(element, result.type, joint);
  }
  if (const Element* dynamics = element.FirstChildElement("dynamics")) {
    joint.damping = number(*dynamics, "damping", 0);
    result.friction = number(*dynamics, "friction", 0);
  }
  result.mimic = read_mimic(element, joint);
  if (velocity_count(joint.type) == 1 && !result.mimic) joint.friction = std::exchange(result.friction, 0);
  ModelBuilder alone(file_);
  alone.add_body(result.child, "world", Transform<double>::identity(), joint, Inertia<double>::zero());
  try {
    alone.build();
  } catch (const InvalidInput& error) {
    refuse_at(result.line, "{}", error.what());
  }
  return result;
}

Robot Reader::read(const std::string& text) {
  tinyxml2::XMLDocument document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    refuse_at(std::max(document.ErrorLineNum(), 1), "malformed XML: {}", words_for(document));
  }
  const Element* root = document.RootElement();
  if (root == nullptr) refuse_at(1, "malformed XML: no element");
  if (std::strcmp(root->Name(), "robot") != 0) {
    refuse_at(root->GetLineNum(), "the outermost element is <{}>, not <robot>", root->Name());
  }
  Robot robot;
  robot.name = attribute(*root, "name");
  robot.line = root->GetLineNum();
  read_colours(*root);
  for (const Element* e = root->FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
    const std::string_view kind = e->Name();
    if (kind.substr(0, 6) == "xacro:") {
      refuse_at(e->GetLineNum(), "<{}>: this is a xacro file; expand it into a URDF first", kind);
    }
    if (kind == "link") robot.links.push_back(read_link(*e));
    if (kind == "joint") robot.joints.push_back(read_joint(*e));
  }
  return robot;
}

}  // namespace tandem::urdf
