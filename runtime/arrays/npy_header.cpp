// The header of .npy files.
#include "runtime/arrays/npy_header.h"

#include "cotangent/error.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <system_error>

namespace cotangent {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr size_t version_end = 8;
constexpr size_t data_alignment = 64;
constexpr size_t longest_shown = 32;

/// Reads the dictionary, which has three entries in any order and nothing else.
class DictionaryParser {
public:
  DictionaryParser(std::string_view text, const std::string &name) : text_(text), name_(name) {}

  void parse_into(NpyHeader &header) {
    bool described = false, ordered = false, shaped = false;
    expect('{');
    while (!accept('}')) {
      const std::string_view key = string("key");
      expect(':');
      if (key == "descr" && !described) {
        header.description = description();
        described = true;
      } else if (key == "fortran_order" && !ordered) {
        header.fortran_order = boolean();
        ordered = true;
      } else if (key == "shape" && !shaped) {
        header.shape = shape();
        shaped = true;
      } else {
        const bool known = key == "descr" || key == "fortran_order" || key == "shape";
        refuse((known ? "twice has the key '" : "has the unknown key '") + std::string(key.substr(0, longest_shown)) +
               "'");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (at_ != text_.size())
      refuse("goes on after its end");
    if (!described || !ordered || !shaped)
      refuse("lacks the key '" + std::string(!described ? "descr" : !ordered ? "fortran_order" : "shape") + "'");
  }

private:
  [[noreturn]] void refuse(const std::string &what) const {
    refuse_npy(name_, "the header is not the dictionary of an array: it " + what);
  }
  [[noreturn]] void refuse_here(const std::string &expected) const {
    refuse("has no " + expected + " at byte " + std::to_string(at_));
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r')))
      ++at_;
  }
  /// What stands next, after blanks; a zero byte at the end.
  char next() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char character) {
    if (next() != character || at_ == text_.size())
      return false;
    ++at_;
    return true;
  }
  void expect(char character) {
    if (!accept(character))
      refuse_here(std::string("'") + character + "'");
  }
  bool accept_word(std::string_view word) {
    skip_space();
    if (!text_.substr(at_).starts_with(word))
      return false;
    at_ += word.size();
    return true;
  }

  std::string_view string(const std::string &expected) {
    const char quote = next();
    if (quote != '\'' && quote != '"')
      refuse_here(expected);
    const size_t start = ++at_;
    const auto plain = [&](char character) { return character >= ' ' && character <= '~' && character != '\\'; };
    while (at_ < text_.size() && text_[at_] != quote && plain(text_[at_]))
      ++at_;
    if (at_ == text_.size() || text_[at_] != quote)
      refuse_here("end of a string");
    return text_.substr(start, at_++ - start);
  }

  std::string description() {
    if (next() == '[')
      refuse_npy(name_, "the elements are structured; only plain numbers can be read");
    if (next() == '(')
      refuse_npy(name_, "the elements are arrays themselves; only plain numbers can be read");
    return std::string(string("element type"));
  }

  bool boolean() {
    if (accept_word("True"))
      return true;
    if (!accept_word("False"))
      refuse_here("True or False");
    return false;
  }

  Shape shape() {
    Shape sizes;
    expect('(');
    while (!accept(')')) {
      sizes.push_back(size());
      const bool comma = accept(',');
      if (!comma && sizes.size() == 1)
        refuse_here("','"); // what Python takes for a number in parentheses
      if (!comma) {
        expect(')');
        break;
      }
    }
    return sizes;
  }

  int64_t size() {
    const char first = next();
    if (first != '-' && (first < '0' || first > '9'))
      refuse_here("size");
    int64_t value = 0;
    const char *const start = text_.data() + at_;
    const std::from_chars_result end = std::from_chars(start, text_.data() + text_.size(), value);
    if (end.ptr == start)
      refuse_here("size");
    const std::string digits(start, std::min<size_t>(static_cast<size_t>(end.ptr - start), longest_shown));
    if (end.ec != std::errc())
      refuse_npy(name_, "the size " + digits + " in the shape does not fit in 64 bits");
    if (value < 0)
      refuse_npy(name_, "the size " + digits + " in the shape is below zero");
    at_ += static_cast<size_t>(end.ptr - start);
    if (at_ < text_.size() && text_[at_] == 'L') // long integers of Python 2
      ++at_;
    return value;
  }

  std::string_view text_;
  const std::string &name_;
  size_t at_ = 0;
};

std::string shape_tuple(const Shape &shape) {
  std::string text = "(";
  for (size_t dimension = 0; dimension < shape.size(); ++dimension) {
    text.append(std::to_string(shape[dimension]));
    if (dimension + 1 < shape.size())
      text.append(", ");
    else if (dimension == 0)
      text.append(",");
  }
  return text + ")";
}

} // namespace

void refuse_npy(const std::string &name, const std::string &reason) { throw Error("bad-npy", name + ": " + reason); }

NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string &name) {
  const std::string_view file(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const auto refuse_truncated = [&](uint64_t needed) {
    refuse_npy(name, "the header is truncated: it needs " + std::to_string(needed) + " bytes, the file has " +
                         std::to_string(file.size()));
  };
  if (file.substr(0, magic.size()) != magic.substr(0, file.size()))
    refuse_npy(name, "the file does not begin like a .npy file");
  if (file.size() < version_end)
    refuse_truncated(version_end + 2);
  const int major = static_cast<uint8_t>(file[6]), minor = static_cast<uint8_t>(file[7]);
  if (major < 1 || major > 3 || minor != 0)
    refuse_npy(name, "the version of the format is " + std::to_string(major) + "." + std::to_string(minor) +
                         "; 1.0, 2.0 and 3.0 can be read");
  const size_t length_bytes = major == 1 ? 2 : 4;
  if (file.size() < version_end + length_bytes)
    refuse_truncated(version_end + length_bytes);
  uint32_t length = 0;
  std::memcpy(&length, file.data() + version_end, length_bytes);
  NpyHeader header;
  header.size = version_end + length_bytes + size_t{length};
  if (file.size() < header.size)
    refuse_truncated(header.size);
  DictionaryParser(file.substr(version_end + length_bytes, length), name).parse_into(header);
  return header;
}

std::string npy_header(std::string_view description, const Shape &shape, const std::string &name) {
  std::string dictionary = "{'descr': '";
  dictionary.append(description)
      .append("', 'fortran_order': False, 'shape': ")
      .append(shape_tuple(shape))
      .append(", }");
  const size_t before = version_end + 2;
  const size_t unpadded = before + dictionary.size() + 1;
  dictionary.append((data_alignment - unpadded % data_alignment) % data_alignment, ' ').append("\n");
  if (dictionary.size() > UINT16_MAX)
    refuse_npy(name, "the shape has too many dimensions for the header of a .npy file");
  const uint16_t length = static_cast<uint16_t>(dictionary.size());
  std::string header(magic);
  header += '\1';
  header += '\0';
  header.append(reinterpret_cast<const char *>(&length), sizeof length);
  return header + dictionary;
}

} // namespace cotangent
