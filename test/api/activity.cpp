// Activity of types, decided during compilation.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

namespace ct = cotangent;
using ct::Activity;
using ct::activity_of;

namespace {

struct Empty {};
struct Shape { // abstract: what derived classes hold is not known
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Pair {
  double first, second;
};
struct Model {
  double scale;
  std::vector<double> weights;
};
struct Outer {
  int size;
  Model model;
};
struct Node {
  double value;
  Node *next;
};
struct Chain {
  int value;
  std::unique_ptr<Chain> next;
};
struct Declared;
class Hidden {
public:
  double sum() const { return x_ + y_; }

private:
  double x_ = 0, y_ = 0;
};
class HiddenOwner {
public:
  std::size_t size() const { return values_.size(); }

private:
  std::vector<double> values_;
};
struct Clock {
  double seconds;
};
enum class Colour { red };

} // namespace

template <> struct cotangent::activity_traits<Clock> {
  static constexpr Activity value = Activity::Any;
};

TEST_CASE("polymorphic types") {
  CHECK(activity_of<Shape> == Activity::Dup);
  CHECK(activity_of<std::vector<const Shape*>> == Activity::Dup);
  CHECK(activity_of<std::unique_ptr<Shape>> == Activity::Dup);
}

TEST_CASE("basic types") {
  CHECK(activity_of<double> == Activity::Active);
  CHECK(activity_of<const float> == Activity::Active);
  CHECK(activity_of<long double> == Activity::Active);
  CHECK(activity_of<int> == Activity::Any);
  CHECK(activity_of<bool> == Activity::Any);
  CHECK(activity_of<Colour> == Activity::Any);
  CHECK(activity_of<void> == Activity::Any);
  CHECK(activity_of<double *> == Activity::Dup);
  CHECK(activity_of<const double &> == Activity::Dup);
  CHECK(activity_of<int *> == Activity::Any);
  CHECK(activity_of<void *> == Activity::Dup);
  CHECK(activity_of<double (*)(double)> == Activity::Any);
  CHECK(activity_of<double[3]> == Activity::Active);
  CHECK(activity_of<double *[3]> == Activity::Dup);
  CHECK(activity_of<Declared *> == Activity::Dup);
}

TEST_CASE("classes") {
  CHECK(activity_of<Empty> == Activity::Any);
  CHECK(activity_of<Pair> == Activity::Active);
  CHECK(activity_of<Model> == Activity::Mixed);
  CHECK(activity_of<Outer> == Activity::Mixed);
  CHECK(activity_of<Hidden> == Activity::Active);
  CHECK(activity_of<HiddenOwner> == Activity::Dup);
  CHECK(activity_of<Clock> == Activity::Any);
  CHECK(activity_of<std::pair<Clock, double>> == Activity::Active);
}

TEST_CASE("recursive types terminate") {
  CHECK(activity_of<Node> == Activity::Mixed);
  CHECK(activity_of<Chain> == Activity::Dup);
  CHECK(activity_of<std::shared_ptr<Node>> == Activity::Dup);
}

TEST_CASE("the standard library") {
  CHECK(activity_of<std::vector<double>> == Activity::Dup);
  CHECK(activity_of<std::vector<int>> == Activity::Any);
  CHECK(activity_of<std::vector<bool>> == Activity::Any);
  CHECK(activity_of<std::array<double, 2>> == Activity::Active);
  CHECK(activity_of<std::array<std::vector<double>, 2>> == Activity::Dup);
  CHECK(activity_of<std::complex<double>> == Activity::Active);
  CHECK(activity_of<std::tuple<int, double>> == Activity::Active);
  CHECK(activity_of<std::tuple<double *, double>> == Activity::Mixed);
  CHECK(activity_of<std::optional<double>> == Activity::Active);
  CHECK(activity_of<std::variant<int, double>> == Activity::Active);
  CHECK(activity_of<std::map<std::string, double>> == Activity::Dup);
  CHECK(activity_of<std::map<std::string, int>> == Activity::Any);
  CHECK(activity_of<std::span<const double>> == Activity::Dup);
  CHECK(activity_of<std::unique_ptr<double>> == Activity::Dup);
  CHECK(activity_of<std::string> == Activity::Any);
  CHECK(activity_of<std::ostream &> == Activity::Any);
}

TEST_CASE("join") {
  CHECK(join(Activity::Any, Activity::Active) == Activity::Active);
  CHECK(join(Activity::Dup, Activity::Any) == Activity::Dup);
  CHECK(join(Activity::Active, Activity::Active) == Activity::Active);
  CHECK(join(Activity::Active, Activity::Dup) == Activity::Mixed);
  CHECK(join(Activity::Mixed, Activity::Active) == Activity::Mixed);
}

TEST_CASE("the offending field is named") {
  CHECK(ct::detail::offending_part<Model>().view() == "'(anonymous namespace)::Model.weights' (std::vector<double>)");
  CHECK(ct::detail::offending_part<Outer>().view() ==
        "'(anonymous namespace)::Outer.model.weights' (std::vector<double>)");
}

TEST_CASE("guessed annotations") {
  static_assert(std::is_same_v<decltype(ct::guess_activity<double>(ct::reverse)), ct::Active<double>>);
  static_assert(std::is_same_v<decltype(ct::guess_activity<double>(ct::forward)), ct::Duplicated<double>>);
  static_assert(std::is_same_v<decltype(ct::guess_activity<int>(ct::reverse)), ct::Const<int>>);
  static_assert(std::is_same_v<decltype(ct::guess_activity<double *>(ct::reverse)), ct::Duplicated<double *>>);
  static_assert(std::is_same_v<decltype(ct::guess_activity<Model>(ct::reverse)), ct::MixedDuplicated<Model>>);
  static_assert(std::is_same_v<decltype(ct::guess_activity<Model>(ct::forward)), ct::Duplicated<Model>>);
}
