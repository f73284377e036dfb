// Line charts as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace examples {

struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points; // x, y
  bool only_marks = false;                       // else the points are joined
};

struct Chart {
  std::string title, x_label, y_label;
  std::vector<Line> lines;
};

/// Charts side by side in one SVG file. Points that are not finite are left out. Throws std::runtime_error if it cannot
/// be written.
void write_charts(const std::string &path, const std::vector<Chart> &charts);

} // namespace examples
