// Zero shadows: structure, aliasing and cycles kept.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

namespace ct = cotangent;

namespace {

struct Everything {
  double matrix[2][2];
  int count;
  std::vector<double> vector;
  std::map<std::string, std::array<float, 2>> map;
  std::optional<double> optional;
  std::string name;
  std::pair<int, double> pair;
  std::complex<double> complex;
};
struct Node {
  double value;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
};
struct List {
  std::unique_ptr<List> next;
  double value;
  std::vector<std::unique_ptr<double>> more;
};
class Hidden {
public:
  double get() const { return value_; }

private:
  double value_ = 1;
};
class Traited {
public:
  explicit Traited(std::vector<double> values) : values_(std::move(values)) {}
  const std::vector<double> &values() const { return values_; }

private:
  std::vector<double> values_;
};
struct Base {
  virtual ~Base() = default;
  double value = 1;
};
struct Derived : Base {
  double more = 2;
};
struct Plain {
  virtual ~Plain() = default;
  double value = 1;
};
struct MorePlain : Plain {
  double more = 2;
};
struct Shape {
  virtual ~Shape() = default;
  virtual std::unique_ptr<Shape> zero() const = 0;
  virtual void clear() = 0;
  virtual double area() const = 0;
};
struct Circle : Shape {
  explicit Circle(double radius) : radius(radius) {}
  std::unique_ptr<Shape> zero() const override { return std::make_unique<Circle>(0); }
  void clear() override { radius = 0; }
  double area() const override { return 3 * radius * radius; }
  double radius;
};

} // namespace

template <> struct cotangent::shadow_traits<Base> {
  static Base make_zero(const Base &) {
    Base zero;
    zero.value = 0;
    return zero;
  }
};
template <> struct cotangent::shadow_traits<Shape> {
  static std::unique_ptr<Shape> make_zero_object(const Shape &shape) { return shape.zero(); }
  static void remake_zero(Shape &shape) { shape.clear(); }
};
template <> struct cotangent::shadow_traits<Traited> {
  static Traited make_zero(const Traited &given) { return Traited(cotangent::make_zero(given.values())); }
};

TEST_CASE("aggregates and containers") {
  const Everything value{{{1, 2}, {3, 4}}, 7, {1, 2, 3}, {{"key", {1, 2}}}, 5.0, "name", {3, 4.0}, {1, 2}};
  Everything zero = ct::make_zero(value);
  CHECK(zero.matrix[1][1] == 0);
  CHECK(zero.count == 7);
  CHECK(zero.vector == std::vector<double>{0, 0, 0});
  CHECK(zero.map.at("key")[1] == 0);
  CHECK(zero.optional == 0.0);
  CHECK(zero.name == "name");
  CHECK(zero.pair == std::pair(3, 0.0));
  CHECK(zero.complex == 0.0);
  CHECK(value.matrix[1][1] == 4);
  zero = value;
  ct::remake_zero(zero);
  CHECK(zero.vector == std::vector<double>{0, 0, 0});
  CHECK(zero.count == 7);
}

TEST_CASE("an object reached twice is made once") {
  auto shared = std::make_shared<double>(3.0);
  const auto zero = ct::make_zero(std::pair{shared, shared});
  CHECK(zero.first == zero.second);
  CHECK(zero.first != shared);
  CHECK(*zero.first == 0);
  CHECK(*shared == 3);
}

TEST_CASE("cycles") {
  auto first = std::make_shared<Node>();
  first->value = 1;
  first->next = std::make_shared<Node>(Node{2, first, first});
  auto zero = ct::make_zero(first);
  CHECK(zero->value == 0);
  CHECK(zero->next != first->next);
  CHECK(zero->next->next == zero);
  CHECK(zero->next->back.lock() == zero);
  zero->next->value = 5;
  ct::remake_zero(zero);
  CHECK(zero->next->value == 0);
  zero->next->next = nullptr;
  first->next->next = nullptr;
}

TEST_CASE("unique ownership") {
  List list{std::make_unique<List>(), 3, {}};
  list.more.push_back(std::make_unique<double>(4));
  const List zero = ct::make_zero(list);
  CHECK(zero.next != nullptr);
  CHECK(zero.value == 0);
  CHECK(*zero.more[0] == 0);
  CHECK(*list.more[0] == 4);
}

TEST_CASE("parts without derivative are shared, or copied on request") {
  auto integer = std::make_shared<int>(4);
  CHECK(ct::make_zero(integer) == integer);
  const auto copy = ct::make_zero(integer, ct::copy_inactive);
  CHECK(copy != integer);
  CHECK(*copy == 4);
}

TEST_CASE("other classes") {
  CHECK(ct::make_zero(Hidden()).get() == 0);
  CHECK(ct::make_zero(Traited({1, 2})).values() == std::vector<double>{0, 0});
  Traited value({1, 2});
  ct::remake_zero(value);
  CHECK(value.values() == std::vector<double>{0, 0});
  CHECK(ct::make_zero(ct::Matrix<double>{{1, 2}, {3, 4}}) == ct::Matrix<double>(2, 2));
  CHECK(std::get<1>(ct::make_zero(std::variant<int, double>(2.0))) == 0);
}

TEST_CASE("a derived object behind a pointer to its base is refused") {
  std::shared_ptr<Base> value = std::make_shared<Derived>();
  CHECK_THROWS_AS(ct::make_zero(value), ct::Error);
  value = std::make_shared<Base>();
  CHECK(ct::make_zero(value)->value == 0);
}

TEST_CASE("objects behind pointers to their base") {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Circle>(2));
  shapes.push_back(nullptr);
  auto zeros = ct::make_zero(shapes);
  REQUIRE(zeros.size() == 2);
  CHECK(dynamic_cast<Circle &>(*zeros[0]).radius == 0);
  CHECK(zeros[1] == nullptr);
  CHECK(shapes[0]->area() == 12);
  ct::remake_zero(shapes);
  CHECK(shapes[0]->area() == 0);

  std::shared_ptr<Shape> one = std::make_shared<Circle>(1);
  std::vector<std::shared_ptr<Shape>> twice = {one, one};
  auto shadows = ct::make_zero(twice);
  CHECK(shadows[0] == shadows[1]);
  CHECK(dynamic_cast<Circle &>(*shadows[0]).radius == 0);
  ct::remake_zero(twice);
  CHECK(one->area() == 0);
}

TEST_CASE("remake_zero does not clear half of an object") {
  std::unique_ptr<Plain> pointer = std::make_unique<MorePlain>();
  CHECK_THROWS_AS(ct::remake_zero(pointer), ct::Error);
  CHECK(pointer->value == 1);
}
