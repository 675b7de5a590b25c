#include <tandem/ocp/designs/controllers/design_file.hpp>

#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>
#include <tandem/ocp/answers/minima_json.hpp>

#include <utility>

namespace tandem {
namespace {

using controllers::ControllerDesign;

Json entry_of(const controllers::Form& form, const ControllerDesign& one) {
  Json numbers = Json::object(), conditions = Json::array(), peaks = Json::array(), horizons = Json::array();
  for (int i = 0; i < form.size(); ++i) numbers[form.numbers()[i].name] = one.numbers(i);
  for (const auto& c : one.conditions) {
    conditions.push_back({{"mean_square", c.mean_square},
                          {"peak", c.peak},
                          {"peak_frequency", c.peak_frequency},
                          {"abscissa", c.abscissa}});
  }
  const auto& first = one.first_order;
  for (std::size_t k = 0; k < first.active.size(); ++k) {
    peaks.push_back({{"condition", first.active[k].condition},
                     {"frequency", first.active[k].frequency},
                     {"squared", first.active[k].squared.value},
                     {"multiplier", first.multipliers(static_cast<Eigen::Index>(k))}});
  }
  for (const auto& h : one.horizons) {
    horizons.push_back(
        {{"horizon", h.horizon}, {"value", h.value}, {"abscissa", h.abscissa}, {"iterations", h.iterations}});
  }
  return {{"objective", one.value},
          {"certificate", certificate_json(one.certificate)},
          {"designs", std::move(numbers)},
          {"controller",
           {{"a", rows_json(one.controller.a)},
            {"b", rows_json(one.controller.b)},
            {"c", rows_json(one.controller.c)},
            {"d", rows_json(one.controller.d)}}},
          {"conditions", std::move(conditions)},
          {"active_peaks", std::move(peaks)},
          {"start_abscissa", one.start_abscissa},
          {"horizons", std::move(horizons)},
          {"iterations", one.iterations},
          {"evaluations", one.evaluations},
          {"seconds", one.seconds}};
}

}  // namespace

std::string to_json(const ControllerProblem& problem, const controllers::Form& form,
                    std::span<const ControllerDesign> designs) {
  return minima_json("controller", problem, designs, [&](const auto& one) { return entry_of(form, one); }).dump(1);
}

void save_json(const ControllerProblem& problem, const controllers::Form& form,
               std::span<const ControllerDesign> designs, const std::filesystem::path& file) {
  write_text(to_json(problem, form, designs) + "\n", file);
}

}  // namespace tandem
