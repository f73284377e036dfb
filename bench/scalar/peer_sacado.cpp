// Sacado: reverse mode by operator overloading, the graph is built anew for each gradient.
#include <Sacado_trad.hpp>

#include "peer_problems.h"

int main(int argument_count, char **arguments) {
  if (argument_count != 2)
    return 2;
  using Variable = Sacado::Rad::ADvar<double>;
  bench::run_peers<false>("sacado", arguments[1],
                          [](const auto &function, const std::vector<double> &x, double *result) {
                            std::vector<Variable> variables(x.begin(), x.end());
                            const Variable value = function(variables.data());
                            Variable::Gradcomp();
                            for (std::size_t i = 0; i < x.size(); ++i)
                              result[i] = variables[i].adj();
                          });
}
