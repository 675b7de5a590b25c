#include <tandem/report/minima.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/report/report.hpp>

#include <cstddef>

namespace tandem {
namespace {

std::string row(const MultiStart& found, std::size_t i) {
  const Minimum& minimum = found.minima[i];
  const Solution& solution = minimum.solution;
  const bool is_answer = &minimum == found.best(), passes = solution.certificate.passes();
  const int first = minimum.starts.front();
  return fmt::format(
      "<tr><td class=\"result {}\"><span aria-hidden=\"true\">{}</span><span class=\"spoken\">{}</span></td>"
      "<th scope=\"row\">{:.10g}{}</th><td>{} of {}</td><td>{}</td><td>{:.6g} s</td><td>{}</td></tr>\n",
      passes ? "holds" : "fails", passes ? "✓" : "✕", passes ? "certified" : "not certified", solution.objective,
      is_answer ? "<small>this page</small>" : "", minimum.starts.size(), found.starts,
      first == 0 ? "the problem’s own guess" : fmt::format("start {}", first), solution.final_time,
      solution.iterations);
}

std::string section(const MultiStart& found) {
  std::string rows, head;
  for (std::size_t i = 0; i < found.minima.size(); ++i) rows += row(found, i);
  for (const char* name : {"Objective", "Starts", "First from", "Final time", "Iterations"}) {
    head += fmt::format("<th scope=\"col\">{}</th>", name);
  }
  return fmt::format(
      "<section id=\"minima\" aria-labelledby=\"minima-title\">\n<h2 id=\"minima-title\">Minima</h2>\n"
      "<p class=\"about\">{} of {} starts (seed {}) were solved; what they found, each minimum once.</p>\n"
      "<table class=\"checks\"><thead><tr><th scope=\"col\"><span class=\"spoken\">Certified</span></th>{}</tr>"
      "</thead>\n"
      "<tbody>\n{}</tbody></table>\n</section>\n",
      found.solved(), found.starts, found.seed, head, rows);
}

}  // namespace

std::string report_html(const Problem& problem, const MultiStart& found) {
  std::string page = report_html(problem, found.answer());
  if (found.minima.empty()) return page;
  const std::size_t end = page.find("</main>");
  if (end == std::string::npos) throw Error("the report's page has no end of its main part");
  return page.insert(end, section(found));
}

void save_report(const Problem& problem, const MultiStart& found, const std::filesystem::path& file) {
  write_text(report_html(problem, found), file);
}

}  // namespace tandem
