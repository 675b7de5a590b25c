#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/ocp/answers/series/series_names.hpp>

#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

namespace tandem {
namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  text = text.substr(first, last - first + 1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = line.find(',', begin);
    cells.push_back(trimmed(std::string_view(line).substr(begin, end == std::string::npos ? end : end - begin)));
  }
  return cells;
}

/// Columns that grow a time after the other.
struct Columns {
  std::vector<double> time;
  std::vector<std::vector<double>> columns;

  void add(double at, const std::vector<double>& values) {
    time.push_back(at);
    columns.push_back(values);
  }
  Eigen::VectorXd times() const {
    return Eigen::Map<const Eigen::VectorXd>(time.data(), static_cast<int>(time.size()));
  }
  Eigen::MatrixXd matrix(std::size_t rows) const {
    Eigen::MatrixXd all(static_cast<int>(rows), static_cast<int>(columns.size()));
    for (int k = 0; k < all.cols(); ++k) {
      for (int i = 0; i < all.rows(); ++i) all(i, k) = columns[k][i];
    }
    return all;
  }
};

class CsvReader {
 public:
  CsvReader(const Problem& problem, const std::string& source)
      : problem_(problem),
        source_(source),
        states_(problem.phases().size()),
        controls_(states_.size()),
        costates_(states_.size()) {
    for (const Phase& phase : problem.phases()) names_.emplace_back(phase);
  }

  Series read(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      ++line_;
      const std::string content = trimmed(line);
      if (content.empty()) continue;
      if (content.front() == '#') {
        read_remark(content.substr(1));
      } else if (const std::vector<std::string> cells = cells_of(line); is_header(cells)) {
        read_header(cells);
      } else {
        read_row(cells);
      }
    }
    require(!header_.empty(), "{}: it has no header with 'time' and the names of states and controls", source_);
    return series();
  }

 private:
  std::string here() const { return fmt::format("{}, line {}", source_, line_); }

  double number(const std::string& text, const std::string& what) const {
    double value = 0.0;
    const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    require(error == std::errc() && stop == end && std::isfinite(value), "{}: '{}' is '{}', not a finite number",
            here(), what, text);
    return value;
  }

  void read_remark(const std::string& text) {
    std::istringstream words(text);
    std::string key, first, second;
    words >> key >> first >> second;
    if (key == "objective") out_.objective = number(first, key);
    if (key == "number") out_.numbers[first] = number(second, first);
    if (key == "controls") out_.shape = control_shape(first);
    if (key == "steps") out_.steps = first;
  }

  static bool is_header(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      if (cell == "time") return true;
    }
    return false;
  }

  void read_header(const std::vector<std::string>& cells) {
    std::vector<std::string> known{"phase", "time"};
    for (const SeriesNames& names : names_) {
      for (const auto* some : {&names.states, &names.controls, &names.costates}) {
        known.insert(known.end(), some->begin(), some->end());
      }
    }
    header_.clear();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      require(std::find(known.begin(), known.end(), cells[i]) != known.end(),
              "{}: nothing in problem '{}' is called '{}'{}", here(), problem_.name(), cells[i],
              did_you_mean(cells[i], known));
      require(header_.emplace(cells[i], i).second, "{}: there are two columns '{}'", here(), cells[i]);
    }
  }

  void read_row(const std::vector<std::string>& cells) {
    require(!header_.empty(), "{}: there is no header with 'time' and the names of states and controls before it",
            here());
    require(cells.size() == header_.size(), "{}: it has {} cells, the header {}", here(), cells.size(), header_.size());
    const auto phase_column = header_.find("phase");
    const int p = phase_called(problem_, phase_column == header_.end() ? "" : cells[phase_column->second], here());
    const std::string& time_text = cells[header_.at("time")];
    const double time = number(time_text, "time");
    const SeriesNames& names = names_[p];
    const std::optional<std::vector<double>> states = values(cells, names.states, "state", p);
    const std::optional<std::vector<double>> controls = values(cells, names.controls, "control", p);
    require(states || controls, "{}: it has neither states nor controls", here());
    if (states) states_[p].add(time, *states);
    if (controls && !names.controls.empty()) controls_[p].add(time, *controls);
    if (!has_costates(names)) return;
    const std::optional<std::vector<double>> costates = values(cells, names.costates, "costate", p);
    require(states.has_value() == costates.has_value(), "{}: states and costates must be there together", here());
    if (costates) costates_[p].add(time, *costates);
  }

  bool has_costates(const SeriesNames& names) const {
    for (const std::string& name : names.costates) {
      if (header_.contains(name)) return true;
    }
    return false;
  }

  /// The cells of these columns, or none where all are empty; refuses a column that is not there and a lone empty cell.
  std::optional<std::vector<double>> values(const std::vector<std::string>& cells,
                                            const std::vector<std::string>& columns, const char* kind, int p) const {
    std::vector<double> found;
    std::string empty;
    for (const std::string& column : columns) {
      const auto at = header_.find(column);
      require(at != header_.end(), "{}: there is no column '{}', a {} of phase '{}'", source_, column, kind,
              problem_.phases()[p].name);
      if (cells[at->second].empty()) {
        empty = column;
      } else {
        found.push_back(number(cells[at->second], column));
      }
    }
    if (found.empty() && !columns.empty()) return std::nullopt;
    require(empty.empty(), "{}: '{}' has no value, other {}s have", here(), empty, kind);
    return found;
  }

  Series series() {
    for (std::size_t p = 0; p < names_.size(); ++p) {
      const std::string& name = problem_.phases()[p].name;
      require(!states_[p].time.empty(), "{}: it has no states of phase '{}'", source_, name);
      PhaseSeries phase{states_[p].times(), states_[p].matrix(names_[p].states.size()), controls_[p].times(),
                        controls_[p].matrix(names_[p].controls.size())};
      require(costates_[p].time.empty() || costates_[p].time.size() == states_[p].time.size(),
              "{}: phase '{}' has costates at some of its times only", source_, name);
      if (!costates_[p].time.empty()) phase.costates = costates_[p].matrix(names_[p].states.size());
      out_.phases.push_back(std::move(phase));
    }
    return std::move(out_);
  }

  const Problem& problem_;
  const std::string& source_;
  std::vector<SeriesNames> names_;
  std::vector<Columns> states_, controls_, costates_;
  std::map<std::string, std::size_t> header_;
  int line_ = 0;
  Series out_;
};

}  // namespace

Series series_from_csv(const std::string& text, const Problem& problem, const std::string& source) {
  Series series = CsvReader(problem, source).read(text);
  check_series(problem, series);
  return series;
}

}  // namespace tandem
