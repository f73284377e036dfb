// Calls that return before the results are there.
#include "support.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<bool> open_gate = false;
std::atomic<int> finished = 0;

void passes_gate(std::span<const double> x, std::span<double> y) {
  while (!open_gate)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  y[0] = x[0] + 1;
  ++finished;
}
void fails(std::span<const double> x, std::span<double> y) {
  if (x[0] > 0)
    throw std::runtime_error("too large");
  y[0] = x[0];
}

auto gate = [](const auto &x) { return ct::external_call<passes_gate>(Sizes<1>{1}, x); };
auto failing = [](const auto &x) { return ct::external_call<fails>(Sizes<1>{1}, x); };

} // namespace

TEST_CASE("a handle is there before the data, and can be passed on") {
  open_gate = false;
  finished = 0;
  auto x = ct::to_device(std::vector{1.0});
  auto step = ct::compile(gate, x);
  auto y = step(x);
  auto z = step(y); // waits for y, elsewhere
  CHECK(y.shape()[0] == 1);
  CHECK(finished == 0);
  CHECK(!z.buffer().is_there());
  open_gate = true;
  z.wait();
  CHECK(finished == 2);
  check_elements(z, std::vector<double>{3});
  check_elements(y, std::vector<double>{2});
}

TEST_CASE("arguments that are changed are handles too; many calls wait for room") {
  open_gate = true;
  auto x = ct::to_device(std::vector{0.0});
  auto count = ct::compile([](auto &x) { x = ct::external_call<passes_gate>(Sizes<1>{1}, x); }, x);
  for (int call = 0; call < 300; ++call)
    count(x);
  check_elements(x, std::vector<double>{300});
}

TEST_CASE("an error is thrown to who reads a result, and to who reads what was computed from it") {
  auto good = ct::to_device(std::vector{-1.0}), bad = ct::to_device(std::vector{1.0});
  auto run = ct::compile(failing, good);
  check_elements(run(good), std::vector<double>{-1});
  auto y = run(bad); // no error yet, however quick it was before
  auto z = run(y);
  CHECK_THROWS_WITH_AS(y.wait(), "too large", std::runtime_error);
  CHECK_THROWS_WITH_AS(y.to_host(), "too large", std::runtime_error);
  CHECK_THROWS_WITH_AS(z.wait(), "too large", std::runtime_error);
  ct::CompileOptions options;
  options.sync = true;
  auto at_once = ct::compile(options, failing, good);
  CHECK_THROWS_WITH_AS(at_once(bad), "too large", std::runtime_error);
  check_elements(at_once(good), std::vector<double>{-1});
}

TEST_CASE("a result does not keep the others of its run") {
  auto x = random_array<double>(Sizes<1>{1000});
  auto both = ct::compile([](const auto &x) { return std::pair(ct::sum(x), x * 2.0); }, x);
  std::weak_ptr<std::byte[]> memory;
  auto sum = [&] {
    auto [sum, twice] = both(x);
    memory = twice.memory();
    return sum;
  }();
  for (int wait = 0; wait < 1000 && !memory.expired(); ++wait) // the thread that ran it may hold it a little longer
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(memory.expired());
  sum.wait();
}

TEST_CASE("threads may call one program at once") {
  auto x = random_array<double>(Sizes<2>{40, 40});
  auto product = ct::compile([](const auto &x) { return ct::sum(ct::dot(x, x)); }, x);
  const double expected = product(x).to_host()[0];
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int call = 0; call < 50; ++call)
        right += product(x).to_host()[0] == expected;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(right == 200);
}
