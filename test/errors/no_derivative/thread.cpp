// A thread that is started inside: its function runs where the engine does not see it.
// expect-error: thread.cpp:12:15: error: cotangent: [no-derivative] no derivative is known for 'std::thread::
// expect-error: std_thread.h:
// expect-error: : in the library, here
// expect-error: threads that start inside are not seen through
// flags: -pthread
#include <cotangent/autodiff.h>
#include <thread>

double square(double x) {
  double y = 0;
  std::thread worker([&] { y = x * x; });
  worker.join();
  return y;
}

int main() { return int(cotangent::gradient(square, 4.0)); }
