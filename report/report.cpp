#include <tandem/report/report.hpp>

#include <tandem/core/text_file.hpp>
#include <tandem/report/page.hpp>
#include <tandem/report/report_data.hpp>

namespace tandem {

std::string report_html(const Problem& problem, const Solution& solution) {
  return page_html(problem.name(), report_json(problem, solution));
}

void save_report(const Problem& problem, const Solution& solution, const std::filesystem::path& file) {
  write_text(report_html(problem, solution), file);
}

}  // namespace tandem
