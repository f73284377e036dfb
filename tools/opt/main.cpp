#include <iostream>

int main() {
  std::cout << "usage: cotangent-opt [options] FILE.ll\n";
  return 2;
}
