#include "line_chart.h"

#include "svg.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>

namespace examples {

namespace {

constexpr double chart_width = 460, chart_height = 320;
constexpr double left = 62, right = 16, top = 40, bottom = 48;
constexpr const char *colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};

/// An axis from round number to round number.
struct Axis {
  double low = 0, high = 1, step = 0.2;

  static Axis around(double least, double most) {
    if (!(least <= most))
      return {};
    if (least == most) {
      const double margin = least == 0 ? 1 : std::abs(least) / 2;
      least -= margin, most += margin;
    }
    const double rough = (most - least) / 5, power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    const double step = (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
    return {std::floor(least / step) * step, std::ceil(most / step) * step, step};
  }
  double part(double value) const { return (value - low) / (high - low); }
  int ticks() const { return static_cast<int>(std::lround((high - low) / step)); }
  std::string label(int tick) const {
    std::ostringstream text;
    text << std::setprecision(6) << std::round((low + tick * step) / step) * step;
    return text.str();
  }
};

template <class Coordinate> Axis axis_of(const Chart &chart, Coordinate coordinate) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Line &line : chart.lines)
    for (const auto &point : line.points) {
      if (!std::isfinite(coordinate(point)))
        continue;
      least = std::min(least, coordinate(point));
      most = std::max(most, coordinate(point));
    }
  return Axis::around(least, most);
}

class ChartWriter {
public:
  ChartWriter(std::ostream &svg, const Chart &chart)
      : svg_(svg), chart_(chart), x_axis_(axis_of(chart, [](const auto &point) { return point.first; })),
        y_axis_(axis_of(chart, [](const auto &point) { return point.second; })) {}

  void write() {
    text((left + chart_width - right) / 2, 22, "middle", chart_.title, "font-size='15' font-weight='bold'");
    write_axes();
    for (std::size_t number = 0; number < chart_.lines.size(); ++number)
      write_line(chart_.lines[number], colours[number % std::size(colours)], number);
  }

private:
  double x_place(double value) const { return left + x_axis_.part(value) * (chart_width - left - right); }
  double y_place(double value) const {
    return chart_height - bottom - y_axis_.part(value) * (chart_height - top - bottom);
  }

  void text(double x, double y, const char *anchor, const std::string &words, const std::string &more = "") {
    svg_ << "<text x='" << x << "' y='" << y << "' text-anchor='" << anchor << "' " << more << ">" << escaped(words)
         << "</text>\n";
  }

  void write_axes() {
    const double floor = chart_height - bottom, end = chart_width - right;
    for (int tick = 0; tick <= y_axis_.ticks(); ++tick) {
      const double y = y_place(y_axis_.low + tick * y_axis_.step);
      svg_ << "<path d='M" << left << " " << y << "H" << end << "' stroke='#ddd'/>\n";
      text(left - 6, y + 4, "end", y_axis_.label(tick));
    }
    for (int tick = 0; tick <= x_axis_.ticks(); ++tick) {
      const double x = x_place(x_axis_.low + tick * x_axis_.step);
      svg_ << "<path d='M" << x << " " << floor << "v4' stroke='#444'/>\n";
      text(x, floor + 17, "middle", x_axis_.label(tick));
    }
    svg_ << "<path d='M" << left << " " << top << "V" << floor << "H" << end << "' fill='none' stroke='#444'/>\n";
    text((left + end) / 2, chart_height - 10, "middle", chart_.x_label);
    const double middle = (top + floor) / 2;
    text(16, middle, "middle", chart_.y_label, "transform='rotate(-90 16 " + std::to_string(middle) + ")'");
  }

  void write_line(const Line &line, const std::string &colour, std::size_t number) {
    if (!line.only_marks)
      write_path(line, colour);
    if (line.only_marks || line.points.size() <= 40)
      for (const auto &[x, y] : line.points)
        if (std::isfinite(x) && std::isfinite(y))
          svg_ << "<circle cx='" << x_place(x) << "' cy='" << y_place(y) << "' r='3' fill='" << colour << "'/>\n";
    const double y = top + 14 + 17 * static_cast<double>(number), x = chart_width - right - 8;
    text(x, y, "end", line.name, "fill='" + colour + "'");
  }

  void write_path(const Line &line, const std::string &colour) {
    svg_ << "<path fill='none' stroke-width='2' stroke='" << colour << "' d='";
    char command = 'M';
    for (const auto &[x, y] : line.points) {
      if (!std::isfinite(x) || !std::isfinite(y)) {
        command = 'M';
        continue;
      }
      svg_ << command << x_place(x) << " " << y_place(y);
      command = 'L';
    }
    svg_ << "'/>\n";
  }

  std::ostream &svg_;
  const Chart &chart_;
  Axis x_axis_, y_axis_;
};

} // namespace

void write_charts(const std::string &path, const std::vector<Chart> &charts) {
  std::ostringstream svg;
  svg << std::setprecision(6) << svg_start(chart_width * static_cast<double>(charts.size()), chart_height);
  for (std::size_t number = 0; number < charts.size(); ++number) {
    svg << "<g transform='translate(" << chart_width * static_cast<double>(number) << " 0)'>\n";
    ChartWriter(svg, charts[number]).write();
    svg << "</g>\n";
  }
  write_file(path, svg.str() + "</svg>\n");
}

} // namespace examples
