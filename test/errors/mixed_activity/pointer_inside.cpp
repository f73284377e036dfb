// A node of a differentiated list that points at a constant argument.
// expect-error: cotangent: [mixed-activity]
#include <cotangent/autodiff.h>

struct Node {
  double value;
  Node* next;
};

double chain(Node* mine, Node* other) {
  mine->next = other;
  double product = 1;
  for (Node* node = mine; node; node = node->next) {
    node->value *= mine->value;
    product *= node->value;
  }
  return product;
}

int main() {
  namespace ct = cotangent;
  Node mine{2, nullptr}, shadow{0, nullptr}, other{3, nullptr};
  ct::autodiff(ct::reverse, chain, ct::Duplicated{&mine, &shadow}, ct::Const{&other});
}
