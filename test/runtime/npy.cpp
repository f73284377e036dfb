// Files of arrays, written byte by byte here: what is read, and what is refused with which words.
#include "runtime/arrays/npy.h"
#include "cotangent/error.h"
#include "runtime/arrays/text.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace cotangent;

namespace {

/// A folder of its own for each test, removed afterwards.
struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "cotangent-npy-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string &name) const { return (path / name).string(); }
  std::filesystem::path path;
};

std::string file_text(const std::string &dictionary, const std::string &data, int version = 1) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  const uint32_t length = static_cast<uint32_t>(dictionary.size());
  text.append(reinterpret_cast<const char *>(&length), version == 1 ? 2 : 4);
  return text + dictionary + data;
}

std::string simple_file(const std::string &description, const std::string &shape, const std::string &data,
                        bool fortran = false) {
  return file_text("{'descr': '" + description + "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': " + shape + ", }\n",
                   data);
}

Array read(const std::string &file, std::optional<ElementType> wanted = {}) {
  return read_npy_bytes(std::as_bytes(std::span(file)), "x.npy", wanted);
}

/// The value with its type, or why it is refused.
std::string outcome(const std::string &file, std::optional<ElementType> wanted = {}) {
  try {
    const Array array = read(file, wanted);
    return array_text(array) + " : " + type_text(array.type(), array.shape());
  } catch (const Error &error) {
    CHECK(error.kind() == "bad-npy");
    CHECK(error.message().starts_with("x.npy: "));
    return std::string(error.message().substr(7));
  }
}

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (int value : values)
    text += static_cast<char>(value);
  return text;
}

template <class Action> std::string error_of(Action &&action) {
  try {
    action();
  } catch (const Error &error) {
    return std::string(error.message());
  }
  return "none";
}

} // namespace

TEST_CASE("plain files") {
  CHECK(outcome(simple_file("|b1", "(3,)", bytes({0, 1, 9}))) == "[false, true, true] : 3xi1");
  CHECK(read(simple_file("|b1", "(3,)", bytes({0, 1, 9}))).bytes()[2] == std::byte{1});
  CHECK(outcome(simple_file("|i1", "(2, 1)", bytes({255, 2}))) == "[[-1], [2]] : 2x1xi8");
  CHECK(outcome(simple_file("<u2", "(1,)", bytes({1, 2}))) == "[513] : 1xui16");
  CHECK(outcome(simple_file("<f4", "()", bytes({0, 0, 0xc0, 0x3f}))) == "1.5 : f32");
  CHECK(outcome(simple_file("<f2", "(0, 5)", "")) == " : 0x5xf16");
  CHECK(outcome(simple_file("=i4", "(1,)", bytes({1, 0, 0, 0}))) == "[1] : 1xi32");
}

TEST_CASE("the other byte order") {
  CHECK(outcome(simple_file(">i4", "(2,)", bytes({0, 0, 0, 1, 255, 255, 255, 254}))) == "[1, -2] : 2xi32");
  CHECK(outcome(simple_file(">f8", "()", bytes({0x3f, 0xf8, 0, 0, 0, 0, 0, 0}))) == "1.5 : f64");
  CHECK(outcome(simple_file(">c8", "()", bytes({0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0}))) == "(1.0, -2.0) : complex<f32>");
  CHECK(outcome(simple_file(">u1", "(1,)", bytes({200}))) == "[200] : 1xui8");
}

TEST_CASE("Fortran order becomes row-major") {
  CHECK(outcome(simple_file("|i1", "(2, 3)", bytes({1, 4, 2, 5, 3, 6}), true)) == "[[1, 2, 3], [4, 5, 6]] : 2x3xi8");
  CHECK(outcome(simple_file("|i1", "(2, 1, 2, 2)", bytes({1, 5, 3, 7, 2, 6, 4, 8}), true)) ==
        "[[[[1, 2], [3, 4]]], [[[5, 6], [7, 8]]]] : 2x1x2x2xi8");
  CHECK(outcome(simple_file(">i2", "(2, 2)", bytes({0, 1, 0, 3, 0, 2, 0, 4}), true)) == "[[1, 2], [3, 4]] : 2x2xi16");
  CHECK(outcome(simple_file("|i1", "(1, 3)", bytes({1, 2, 3}), true)) == "[[1, 2, 3]] : 1x3xi8");
  CHECK(outcome(simple_file("|i1", "()", bytes({1}), true)) == "1 : i8");
  CHECK(outcome(simple_file("|i1", "(0, 3)", "", true)) == " : 0x3xi8");
}

TEST_CASE("forms of the header") {
  const std::string data = bytes({1, 2});
  CHECK(outcome(file_text("{\"shape\":(2L,),'descr':\"|u1\",'fortran_order':False}", data)) == "[1, 2] : 2xui8");
  CHECK(outcome(file_text(" { 'shape' : ( 1 , 2 , ) , 'descr' : '|u1' , 'fortran_order' : True , } \n", data)) ==
        "[[1, 2]] : 1x2xui8");
  for (int version : {2, 3})
    CHECK(outcome(file_text("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }\n", data, version)) ==
          "[1, 2] : 2xui8");
}

TEST_CASE("types that NumPy lacks") {
  const std::string one = bytes({0x80, 0x3f});
  CHECK(outcome(simple_file("|V2", "(1,)", one), ElementType::BF16) == "[1.0] : 1xbf16");
  CHECK(outcome(simple_file("<V2", "(1,)", one), ElementType::BF16) == "[1.0] : 1xbf16");
  CHECK(outcome(simple_file("|V2", "(1,)", one)) == "the elements are raw bytes ('|V2'); say which type they are");
  CHECK(outcome(simple_file("|V1", "(1,)", bytes({0x7e})), ElementType::F8E4M3FN) == "[448.0] : 1xf8E4M3FN");
  CHECK(outcome(simple_file("|V1", "(1,)", bytes({0x3c})), ElementType::F8E5M2) == "[1.0] : 1xf8E5M2");
  CHECK(outcome(simple_file("<f1", "(1,)", bytes({0x3c})), ElementType::F8E5M2) == "[1.0] : 1xf8E5M2");
  CHECK(outcome(simple_file("|V1", "(1,)", bytes({0x0f})), ElementType::F4E2M1FN) == "[-6.0] : 1xf4E2M1FN");
  CHECK(outcome(simple_file("|V1", "(2,)", bytes({0, 0x10})), ElementType::F4E2M1FN) ==
        "element 1 is 16, which does not fit in f4E2M1FN");
  CHECK(outcome(simple_file("|V1", "(1,)", bytes({0x40})), ElementType::F6E3M2FN) ==
        "element 0 is 64, which does not fit in f6E3M2FN");
}

TEST_CASE("integers of 2 and 4 bits take a byte") {
  CHECK(outcome(simple_file("|i1", "(3,)", bytes({7, 0xf8, 0xff})), ElementType::I4) == "[7, -8, -1] : 3xi4");
  CHECK(outcome(simple_file("|u1", "(2,)", bytes({15, 0})), ElementType::U4) == "[15, 0] : 2xui4");
  CHECK(outcome(simple_file("|V1", "(2,)", bytes({0x0f, 0xff})), ElementType::I4) == "[-1, -1] : 2xi4");
  CHECK(read(simple_file("|V1", "(1,)", bytes({0x0f})), ElementType::I4).bytes()[0] == std::byte{0xff});
  CHECK(outcome(simple_file("|i1", "(2,)", bytes({0, 8})), ElementType::I4) ==
        "element 1 is 8, which does not fit in i4");
  CHECK(outcome(simple_file("|i1", "(1,)", bytes({0xf7})), ElementType::I4) ==
        "element 0 is -9, which does not fit in i4");
  CHECK(outcome(simple_file("|u1", "(3,)", bytes({3, 0, 4})), ElementType::U2) ==
        "element 2 is 4, which does not fit in ui2");
  CHECK(outcome(simple_file("|u1", "(1,)", bytes({3})), ElementType::I4) ==
        "the elements are ui8 ('|u1'), but i4 is wanted");
}

TEST_CASE("another type than wanted") {
  CHECK(outcome(simple_file("<f4", "()", bytes({0, 0, 0, 0})), ElementType::I32) ==
        "the elements are f32 ('<f4'), but i32 is wanted");
  CHECK(outcome(simple_file("|V2", "()", bytes({0, 0})), ElementType::F16) ==
        "the elements are raw bytes ('|V2'), but f16 is wanted");
  CHECK(outcome(simple_file("<f2", "()", bytes({0, 0})), ElementType::BF16) ==
        "the elements are f16 ('<f2'), but bf16 is wanted");
}

TEST_CASE("types that cannot be read") {
  CHECK(outcome(simple_file("|O", "()", "")) == "the elements are Python objects ('|O'); only numbers can be read");
  CHECK(outcome(simple_file("<U3", "()", "")) == "the elements are of type '<U3', which cannot be read");
  CHECK(outcome(simple_file("<f16", "()", "")) == "the elements are of type '<f16', which cannot be read");
  CHECK(outcome(simple_file("|V3", "()", "")) == "the elements are of type '|V3', which cannot be read");
  CHECK(outcome(simple_file("f4", "()", "")) == "the elements are of type 'f4', which cannot be read");
  CHECK(outcome(simple_file("", "()", "")) == "the elements are of type '', which cannot be read");
  CHECK(outcome(simple_file("|i4", "()", "")) ==
        "the elements are of type '|i4', which does not say the order of the bytes");
  CHECK(outcome(file_text("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", "")) ==
        "the elements are structured; only plain numbers can be read");
  CHECK(outcome(file_text("{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': ()}", "")) ==
        "the elements are arrays themselves; only plain numbers can be read");
}

TEST_CASE("broken files") {
  const std::string good = simple_file("<f4", "(2,)", bytes({0, 0, 0, 0, 0, 0, 0, 0}));
  REQUIRE(outcome(good) == "[0.0, 0.0] : 2xf32");
  CHECK(outcome("") == "the header is truncated: it needs 10 bytes, the file has 0");
  CHECK(outcome("PK\3\4") == "the file does not begin like a .npy file");
  CHECK(outcome(good.substr(0, 4)) == "the header is truncated: it needs 10 bytes, the file has 4");
  CHECK(outcome(good.substr(0, 9)) == "the header is truncated: it needs 10 bytes, the file has 9");
  CHECK(outcome(good.substr(0, 20)) == "the header is truncated: it needs 68 bytes, the file has 20");
  CHECK(outcome(good.substr(0, 75)) == "the data are truncated: 8 bytes are expected, the file has 7");
  CHECK(outcome(good + "abc") == "3 bytes follow after the 8 bytes of data");
  CHECK(outcome(simple_file("<f4", "(0,)", "a")) == "1 bytes follow after the 0 bytes of data");
  CHECK(outcome(file_text("{}", "", 4)) == "the version of the format is 4.0; 1.0, 2.0 and 3.0 can be read");
  std::string minor = good;
  minor[7] = 1;
  CHECK(outcome(minor) == "the version of the format is 1.1; 1.0, 2.0 and 3.0 can be read");
  for (size_t size = 0; size < good.size(); ++size)
    CHECK(outcome(good.substr(0, size)).find("truncated") != std::string::npos);
}

TEST_CASE("headers that are not the dictionary") {
  const auto reason = [](const std::string &dictionary) {
    const std::string text = outcome(file_text(dictionary, ""));
    const std::string start = "the header is not the dictionary of an array: it ";
    return text.starts_with(start) ? text.substr(start.size()) : "other: " + text;
  };
  CHECK(reason("") == "has no '{' at byte 0");
  CHECK(reason("[1]") == "has no '{' at byte 0");
  CHECK(reason("{1: 2}") == "has no key at byte 1");
  CHECK(reason("{}") == "lacks the key 'descr'");
  CHECK(reason("{'descr': '<f4'}") == "lacks the key 'fortran_order'");
  CHECK(reason("{'descr': '<f4', 'fortran_order': True}") == "lacks the key 'shape'");
  CHECK(reason("{'descr': '<f4', 'descr': '<f4'}") == "twice has the key 'descr'");
  CHECK(reason("{'other': 1}") == "has the unknown key 'other'");
  CHECK(reason("{'descr' '<f4'}") == "has no ':' at byte 9");
  CHECK(reason("{'descr': <f4}") == "has no element type at byte 10");
  CHECK(reason("{'descr': '<f4") == "has no end of a string at byte 14");
  CHECK(reason("{'descr': '<\n4'") == "has no end of a string at byte 12");
  CHECK(reason("{'fortran_order': 1}") == "has no True or False at byte 18");
  CHECK(reason("{'shape': 3}") == "has no '(' at byte 10");
  CHECK(reason("{'shape': (3)}") == "has no ',' at byte 12");
  CHECK(reason("{'shape': (,)}") == "has no size at byte 11");
  CHECK(reason("{'shape': (1.5,)}") == "has no ',' at byte 12");
  CHECK(reason("{'shape': (1, 2") == "has no ')' at byte 15");
  CHECK(reason("{'shape': (-,)}") == "has no size at byte 11");
  CHECK(reason("{'descr': '<f4', 'fortran_order': True, 'shape': ()} x") == "goes on after its end");
  CHECK(reason("{'descr': '<f4', 'fortran_order': True 'shape': ()}") == "has no '}' at byte 39");
}

TEST_CASE("shapes that cannot be") {
  CHECK(outcome(simple_file("<f4", "(-1,)", "")) == "the size -1 in the shape is below zero");
  CHECK(outcome(simple_file("<f4", "(9223372036854775808,)", "")) ==
        "the size 9223372036854775808 in the shape does not fit in 64 bits");
  CHECK(outcome(simple_file("<f4", "(4611686018427387904, 4611686018427387904)", "")) ==
        "the shape asks for more bytes than 64 bits can count");
  CHECK(outcome(simple_file("<f4", "(1000000000000,)", "abcd")) ==
        "the data are truncated: 4000000000000 bytes are expected, the file has 4");
  CHECK(outcome(simple_file("<f4", "(0, 9223372036854775807, 9223372036854775807)", "")) ==
        " : 0x9223372036854775807x9223372036854775807xf32");
}

TEST_CASE("every element type survives a file") {
  const Folder folder;
  for (int number = 0; number < element_type_count; ++number) {
    const ElementType type = static_cast<ElementType>(number);
    CAPTURE(std::string(facts_of(type).name));
    for (const Shape &shape : {Shape{}, Shape{0}, Shape{7}, Shape{2, 3, 4}}) {
      Array array(type, shape);
      for (int64_t position = 0; position < array.count(); ++position)
        array.set(position, Element::of_bits(type, static_cast<uint64_t>(position * 37 + 5)));
      const std::string path = folder / "array.npy";
      write_npy(array, path);
      const Array again = read_npy(path, type);
      REQUIRE(again.type() == type);
      REQUIRE(again.shape() == shape);
      REQUIRE(std::memcmp(again.bytes(), array.bytes(), static_cast<size_t>(array.byte_count())) == 0);
    }
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("the bytes written") {
  const Folder folder;
  const int64_t values[] = {1, -2, 3, 4, 5, 6};
  write_npy(Array::of_integers(ElementType::I16, {3, 2}, values), folder / "a.npy");
  std::ifstream stream(folder / "a.npy", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  REQUIRE(text.size() == 128 + 12);
  CHECK(text.substr(0, 10) == "\x93NUMPY" + bytes({1, 0, 118, 0}));
  CHECK(text.substr(10, 60) == "{'descr': '<i2', 'fortran_order': False, 'shape': (3, 2), } ");
  CHECK(text[127] == '\n');
  CHECK(text.substr(128) == bytes({1, 0, 0xfe, 0xff, 3, 0, 4, 0, 5, 0, 6, 0}));
  CHECK(npy_description(ElementType::BF16) == "|V2");
  CHECK(npy_description(ElementType::C128) == "<c16");
  CHECK(npy_description(ElementType::U2) == "|u1");
}

TEST_CASE("paths that cannot be") {
  const Folder folder;
  const Array array(ElementType::F32, {2});
  CHECK(error_of([&] { read_npy(folder / "none.npy"); }) == (folder / "none.npy") + ": there is no such file");
  CHECK(error_of([&] { read_npy(folder.path.string()); }) == folder.path.string() + ": this is a folder");
  CHECK(error_of([&] { read_npy("/dev/zero"); }) == "/dev/zero: this is not a plain file");
  CHECK(error_of([&] { write_npy(array, folder.path.string()); }) == folder.path.string() + ": this is a folder");
  CHECK(error_of([&] { write_npy(array, "/dev/null"); }) == "/dev/null: this is not a plain file");
  CHECK(error_of([&] { write_npy(array, folder / "none/a.npy"); }) ==
        (folder / "none/a.npy") + ": cannot be written: No such file or directory");
  CHECK(std::filesystem::is_empty(folder.path));
  std::ofstream(folder / "short.npy") << "x";
  CHECK(error_of([&] { read_npy(folder / "short.npy"); }) ==
        (folder / "short.npy") + ": the file does not begin like a .npy file");
  write_npy(array, folder / "short.npy"); // replaces
  CHECK(read_npy(folder / "short.npy").count() == 2);
  if (::geteuid() != 0) {
    REQUIRE(::chmod((folder / "short.npy").c_str(), 0) == 0);
    CHECK(error_of([&] { read_npy(folder / "short.npy"); }).find("cannot be opened: ") != std::string::npos);
  }
  CHECK(error_of([&] { write_npy(Array(ElementType::I8, Shape(30000, 1)), folder / "deep.npy"); }) ==
        (folder / "deep.npy") + ": the shape has too many dimensions for the header of a .npy file");
}
