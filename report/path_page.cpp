#include <tandem/report/path_page.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/report/html_text.hpp>
#include <tandem/report/report.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace tandem {
namespace {

constexpr double kPlotWidth = 760.0, kPlotHeight = 300.0;
constexpr double kLeft = 86.0, kRight = 16.0, kTop = 14.0, kBottom = 46.0;
constexpr int kTicks = 5;

/// How what happens on a path is shown.
struct MarkLook {
  Mark mark;
  const char *colour, *one, *many;
};

constexpr std::array kLooks = {
    MarkLook{Mark::fold, "warn", "fold", "folds"},
    MarkLook{Mark::branch_point, "costates", "branch point", "branch points"},
    MarkLook{Mark::structure_change, "controls", "change of structure", "changes of structure"},
    MarkLook{Mark::restart, "muted", "begun anew", "begun anew"}};

struct Interval {
  double low = kInfinity, high = -kInfinity;

  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Wide enough to draw in, also where all values are one.
  Interval widened(double share) const {
    const double size = high - low, least = 1e-9 * std::max(1.0, std::max(std::abs(low), std::abs(high)));
    const double margin = size > least ? share * size : std::max(0.1 * std::abs(high), 0.5);
    return {low - margin, high + margin};
  }
};

/// Steps of 1, 2 or 5 times a power of ten, about `count` of them.
std::vector<double> ticks(const Interval& range, int count) {
  const double rough = (range.high - range.low) / count, power = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = power * (rough / power < 1.5   ? 1.0
                               : rough / power < 3.5 ? 2.0
                               : rough / power < 7.5 ? 5.0
                                                     : 10.0);
  std::vector<double> at;
  for (double value = step * std::ceil(range.low / step); value <= range.high; value += step) {
    at.push_back(std::abs(value) < 1e-9 * step ? 0.0 : value);
  }
  return at;
}

/// The path as a picture whose colours are the page's.
class PathPlot {
 public:
  explicit PathPlot(const Path& path) : path_(path) {
    Interval values, objectives;
    for (const PathPoint& point : path.points) {
      values.include(point.value);
      objectives.include(point.objective);
    }
    values_ = values.widened(0.02);
    objectives_ = objectives.widened(0.08);
  }

  std::string draw() {
    text_ = fmt::format(
        "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"objective over {}, {} points\" "
        "style=\"display:block;width:100%;max-width:{:.0f}px;font:12px var(--sans)\">\n",
        kPlotWidth, kPlotHeight, path_.over, path_.points.size(), kPlotWidth);
    draw_grid();
    for (const MarkLook& look : kLooks) {
      for (const double value : path_.at(look.mark)) mark(value, look.one, fmt::format("var(--{})", look.colour));
    }
    if (path_.status == PathStatus::end_of_feasibility) {
      mark(path_.points.back().value, "end of feasibility", "var(--fail)");
    }
    draw_line();
    for (const PathPoint& point : path_.points) draw_point(point);
    return text_ + "</svg>\n";
  }

 private:
  double x(double value) const {
    return kLeft + (value - values_.low) / (values_.high - values_.low) * (kPlotWidth - kLeft - kRight);
  }
  double y(double objective) const {
    return kPlotHeight - kBottom -
           (objective - objectives_.low) / (objectives_.high - objectives_.low) * (kPlotHeight - kTop - kBottom);
  }

  void line(double x1, double y1, double x2, double y2, std::string_view look) {
    text_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, look);
  }

  void words(double at_x, double at_y, std::string_view anchor, const std::string& said, std::string_view colour) {
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", at_x, at_y,
                         anchor, colour, said);
  }

  void draw_grid() {
    const double bottom = kPlotHeight - kBottom;
    for (const double value : ticks(values_, kTicks + 2)) {
      line(x(value), kTop, x(value), bottom, "stroke=\"var(--grid)\"");
      words(x(value), bottom + 18.0, "middle", fmt::format("{:.6g}", value), "var(--muted)");
    }
    for (const double objective : ticks(objectives_, kTicks)) {
      line(kLeft, y(objective), kPlotWidth - kRight, y(objective), "stroke=\"var(--grid)\"");
      words(kLeft - 8.0, y(objective) + 4.0, "end", fmt::format("{:.6g}", objective), "var(--muted)");
    }
    line(kLeft, bottom, kPlotWidth - kRight, bottom, "stroke=\"var(--axis)\"");
    words(0.5 * (kLeft + kPlotWidth - kRight), kPlotHeight - 6.0, "middle", path_.over, "var(--ink)");
  }

  void mark(double value, const std::string& what, const std::string& colour) {
    if (value < values_.low || value > values_.high) return;
    text_ += fmt::format("<g><title>{} at {} = {:.10g}</title>", what, path_.over, value);
    line(x(value), kTop, x(value), kPlotHeight - kBottom,
         fmt::format("stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"", colour));
    text_ += "</g>";
  }

  void draw_line() {
    std::string points;
    for (const PathPoint& point : path_.points) {
      if (std::isfinite(point.objective)) points += fmt::format("{:.1f},{:.1f} ", x(point.value), y(point.objective));
    }
    text_ +=
        fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"var(--states)\" stroke-width=\"1.5\"/>\n", points);
  }

  void draw_point(const PathPoint& point) {
    if (!std::isfinite(point.objective)) return;
    text_ += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\" stroke=\"var(--states)\" fill=\"{}\"><title>{} = {:.8g}, "
        "objective {:.8g}{}</title></circle>\n",
        x(point.value), y(point.objective), point.certificate.passes() ? "var(--states)" : "var(--paper)", path_.over,
        point.value, point.objective, point.certificate.passes() ? ", certified" : "");
  }

  const Path& path_;
  Interval values_, objectives_;
  std::string text_;
};

std::string list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{:.10g}", text.empty() ? "" : ", ", value);
  return text;
}

/// What the dashed lines of the plot are.
std::string legend(const Path& path) {
  std::string text;
  const auto say = [&](const char* colour, const std::string& words) {
    text += fmt::format("<li style=\"color:var(--{})\">{}</li>", colour, words);
  };
  for (const MarkLook& look : kLooks) {
    const std::vector<double> values = path.at(look.mark);
    if (!values.empty()) say(look.colour, fmt::format("{} at {} = {}", look.many, path.over, list(values)));
  }
  if (path.status == PathStatus::end_of_feasibility) {
    say("fail", fmt::format("end of feasibility at {} = {:.10g}", path.over, path.points.back().value));
  }
  return text.empty() ? text : "<ul>" + text + "</ul>\n";
}

std::string section(const Path& path) {
  return fmt::format(
      "<section id=\"path\" aria-labelledby=\"path-title\">\n<h2 id=\"path-title\">Path</h2>\n"
      "<p class=\"about\">The objective as {} went from {:.8g} to {:.8g}: {}. {} points, {} of them certified "
      "(filled); "
      "{} iterations, {} steps rejected. This page is of the last answer.</p>\n{}{}</section>\n",
      path.over, path.from, path.points.back().value, escape_html(path.reason), path.points.size(),
      path.certified_points(), path.iterations, path.rejected_steps, PathPlot(path).draw(), legend(path));
}

}  // namespace

std::string report_html(const Problem& problem, const Homotopy& path) {
  require(path.solution.has_value(), "report of '{}': the path has no answer ({})", problem.name(), path.reason);
  Problem solved = path.statement.value_or(problem);
  if (!path.statement) solved.set(path.over, path.solution->numbers.at(path.over));
  std::string page = report_html(solved, *path.solution);
  const std::size_t end = page.find("</main>");
  if (end == std::string::npos) throw Error("the report's page has no end of its main part");
  return page.insert(end, section(path));
}

void save_report(const Problem& problem, const Homotopy& path, const std::filesystem::path& file) {
  write_text(report_html(problem, path), file);
}

}  // namespace tandem
