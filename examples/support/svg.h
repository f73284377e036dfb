// What SVG pictures have in common.
#pragma once

#include <string>

namespace examples {

/// The opening element: white ground, and the letters that all text has.
std::string svg_start(double width, double height);

/// Text as it stands in XML.
std::string escaped(const std::string &text);

/// Throws std::runtime_error if the file cannot be written.
void write_file(const std::string &path, const std::string &contents);

} // namespace examples
