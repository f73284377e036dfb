#include "svg.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace examples {

std::string svg_start(double width, double height) {
  std::ostringstream text;
  text << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height << "' viewBox='0 0 "
       << width << " " << height << "' font-family='sans-serif' font-size='12' fill='#222'>\n"
       << "<rect width='100%' height='100%' fill='white'/>\n";
  return text.str();
}

std::string escaped(const std::string &text) {
  std::string result;
  for (char character : text) {
    switch (character) {
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '&':
      result += "&amp;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += character;
    }
  }
  return result;
}

void write_file(const std::string &path, const std::string &contents) {
  if (!(std::ofstream(path, std::ios::binary) << contents).flush())
    throw std::runtime_error(path + " cannot be written");
}

} // namespace examples
