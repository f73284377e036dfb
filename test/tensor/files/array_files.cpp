// Arrays in .npy and .npz files: what comes back, and what is refused with which words.
#include "cotangent/array_files.h"
#include "cotangent/host_data.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <complex>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace ct = cotangent;

namespace {

/// A folder of its own for each test, removed afterwards.
struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "cotangent-files-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string &name) const { return (path / name).string(); }
  std::filesystem::path path;
};

std::string contents(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const std::string &path, const std::string &bytes) { std::ofstream(path, std::ios::binary) << bytes; }

template <class Action> std::string error_of(Action &&action) {
  try {
    action();
  } catch (const ct::Error &error) {
    return std::string(error.kind()) + ": " + std::string(error.message());
  }
  return "none";
}

using Floats = ct::ConcreteArray<float, 2>;

/// What NumPy's savez_compressed wrote: w, 2x3, big endian and in Fortran order; n, a scalar of 64-bit integers.
constexpr std::string_view compressed =
    "504b03042d00000008000000210009d9d18fffffffffffffffff05001400772e6e70790100100098000000000000005600000000000000"
    "9bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9766a2aea3a09e965f54529498179f5f94920a120f292a4d050a17672416a402b9"
    "1a463a0ac69a3a0ab50ae4032e062070706060b06f00d2200ce22f60600000504b03042d00000008000000210023b8f06cffffffffffff"
    "ffff050014006e2e6e707901001000880000000000000046000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9369"
    "a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a9a3a0ab50a14012e7606080000504b01022d032d0000"
    "0008000000210009d9d18f5600000098000000050000000000000000000000800100000000772e6e7079504b01022d032d000000080000"
    "00210023b8f06c460000008800000005000000000000000000000080018d0000006e2e6e7079504b05060000000002000200660000000a"
    "0100000000";

std::string from_hexadecimal(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += 2)
    bytes += static_cast<char>(std::stoi(std::string(text.substr(at, 2)), nullptr, 16));
  return bytes;
}

} // namespace

TEST_CASE("an array in an .npy file") {
  const Folder folder;
  const std::string path = folder / "x.npy";
  ct::save_npy(path, ct::to_device({{1.0f, -0.0f}, {std::numeric_limits<float>::infinity(), 4.0f}}));
  const Floats array = ct::load_npy<Floats>(path);
  CHECK(array.to_host() == std::vector<float>{1, 0, std::numeric_limits<float>::infinity(), 4});
  CHECK(std::signbit(array.data()[1]));
  CHECK(ct::load_npy(path).type() == "2x2xf32");

  using Doubles = ct::ConcreteArray<double, 2>;
  using Row = ct::ConcreteArray<float, 1>;
  CHECK(error_of([&] { ct::load_npy<Doubles>(path); }) ==
        "bad-npy: " + path + ": the elements are f32 ('<f4'), but f64 is wanted");
  CHECK(error_of([&] { ct::load_npy<Row>(path); }) ==
        "bad-npy: " + path + ": the array has rank 2 (2x2xf32), but rank 1 is wanted");
  CHECK(error_of([&] { ct::load_npy(folder / "none.npy"); }) ==
        "bad-npy: " + (folder / "none.npy") + ": there is no such file");
  CHECK(error_of([&] { ct::load_npy(path, "f31"); }) == "bad-argument: there is no element type 'f31'");
  CHECK(error_of([&] { ct::save_npy(path, ct::AnyArray()); }) == "bad-argument: what is saved is no array");
}

TEST_CASE("every element type comes back") {
  const Folder folder;
  const auto check = [&]<class T>(const std::vector<T> &values) {
    ct::save_npz(folder / "x.npz", {{"x", ct::to_device(values)}});
    using Array = ct::ConcreteArray<T, 1>;
    CHECK(ct::load_npz<Array>(folder / "x.npz", "x").to_host() == values);
  };
  check(std::vector<bool>{true, false});
  check(std::vector<std::int8_t>{-128, 127});
  check(std::vector<std::uint8_t>{255});
  check(std::vector<std::int16_t>{-300});
  check(std::vector<std::uint16_t>{65535});
  check(std::vector<std::int32_t>{-70000});
  check(std::vector<std::uint32_t>{4000000000u});
  check(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
  check(std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max()});
  check(std::vector<double>{1e300});
  check(std::vector<std::complex<float>>{{1, -2}});
  check(std::vector<std::complex<double>>{{1, -2}});
}

TEST_CASE("types that NumPy lacks need their name") {
  const Folder folder;
  const ct::AnyArray array("bf16", {3}, ct::detail::device_memory(6));
  ct::save_npy(folder / "x.npy", array);
  CHECK(ct::load_npy(folder / "x.npy", "bf16").type() == "3xbf16");
  CHECK(error_of([&] { ct::load_npy(folder / "x.npy"); }).ends_with("say which type they are"));
  ct::save_npz(folder / "x.npz", {{"x", array}});
  CHECK(ct::load_npz(folder / "x.npz", "x", "bf16").type() == "3xbf16");
}

TEST_CASE("arrays in an .npz file") {
  const Folder folder;
  const std::string path = folder / "x.npz";
  const ct::NamedArrays arrays{{"layers[0].weight", ct::to_device({{1.0f, 2.0f}})},
                               {"step", ct::to_device(std::int32_t{7})},
                               {"empty", ct::to_device(std::vector<double>{})}};
  ct::save_npz(path, arrays);
  const ct::NamedArrays again = ct::load_npz(path);
  REQUIRE(again.size() == 3);
  CHECK(Floats(again.at("layers[0].weight")).to_host() == std::vector<float>{1, 2});
  CHECK(again.at("step").type() == "i32");
  CHECK(again.at("empty").type() == "0xf64");

  ct::save_npz(folder / "again.npz", again);
  CHECK(contents(path) == contents(folder / "again.npz"));
  ct::save_npz(path, {});
  CHECK(ct::load_npz(path).empty());
}

TEST_CASE("what NumPy compressed is read") {
  const Folder folder;
  write(folder / "x.npz", from_hexadecimal(compressed));
  CHECK(ct::load_npz<Floats>(folder / "x.npz", "w").to_host() == std::vector<float>{0, 1, 2, 3, 4, 5});
  using Number = ct::ConcreteArray<std::int64_t, 0>;
  CHECK(ct::load_npz<Number>(folder / "x.npz", "n").to_host() == std::vector<std::int64_t>{7});
}

TEST_CASE("damaged files are refused") {
  const Folder folder;
  const std::string path = folder / "x.npz", whole = from_hexadecimal(compressed);
  const auto outcome = [&](const std::string &bytes) {
    write(path, bytes);
    return error_of([&] { ct::load_npz(path); });
  };
  const std::string none = "bad-npz: " + path + ": this is no .npz file, or it is truncated: ";
  CHECK(outcome("").starts_with("bad-npz: " + path + ": "));
  CHECK(outcome("\x93NUMPY").starts_with(none));
  for (std::size_t size = 1; size < whole.size(); ++size)
    CHECK(outcome(whole.substr(0, size)).starts_with("bad-npz: " + path + ": "));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    const std::string error = outcome(damaged); // some bytes do not matter: times, systems
    CHECK((error == "none" || error.starts_with("bad-np") || error.starts_with("too-large")));
  }

  ct::save_npz(path, {{"w", ct::to_device({1.0f, 2.0f})}});
  std::string stored = contents(path);
  stored[stored.find("NUMPY") + 130] ^= 1;
  CHECK(outcome(stored) == "bad-npz: " + path + ": w.npy: cannot be read: CRC error");
}

TEST_CASE("names and types that are not there") {
  const Folder folder;
  const std::string path = folder / "x.npz";
  ct::save_npz(path, {{"a", ct::to_device({1.0f})}, {"b", ct::to_device({1.0f})}});
  CHECK(error_of([&] { ct::load_npz(path, "c"); }) ==
        "bad-npz: " + path + ": there is no array 'c'; there are 'a', 'b'");
  CHECK(error_of([&] { ct::load_npz(path, "a", "f64"); }) ==
        "bad-npy: " + path + ": a.npy: the elements are f32 ('<f4'), but f64 is wanted");
  CHECK(error_of([&] { ct::load_npz<Floats>(path, "a"); }) ==
        "bad-npz: " + path + ": a: the array has rank 1 (1xf32), but rank 2 is wanted");
  CHECK(error_of([&] { ct::load_npz(folder / "none.npz"); }) ==
        "bad-npz: " + (folder / "none.npz") + ": there is no such file");
  CHECK(error_of([&] { ct::load_npz(folder.path.string()); }) ==
        "bad-npz: " + folder.path.string() + ": this is a folder");
  CHECK(error_of([&] { ct::load_npz("/dev/null"); }) == "bad-npz: /dev/null: this is not a plain file");
}

TEST_CASE("files that cannot be written stay as they are") {
  const Folder folder;
  const std::string path = folder / "x.npz";
  ct::save_npz(path, {{"a", ct::to_device({1.0f})}});
  const std::string before = contents(path);
  CHECK(error_of([&] { ct::save_npz(path, {{"a", ct::AnyArray()}}); }) == "bad-argument: 'a' is no array");
  CHECK(contents(path) == before);
  CHECK(error_of([&] {
          ct::save_npz(folder / "no/folder.npz", {{"a", ct::to_device({1.0f})}});
        }).starts_with("bad-npz: " + (folder / "no/folder.npz") + ": "));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
}
