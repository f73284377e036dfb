#include "bench/tensor/traced/workloads.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

namespace {

const std::map<std::string_view, void (*)(const bench::Options &)> workloads{
    {"a_mlp_step", bench::mlp_step},
    {"b_convolutional_step", bench::convolutional_step},
    {"c_transformer_gradient", bench::transformer_gradient},
    {"d_logsumexp_gradient", bench::logsumexp_gradient},
    {"e_black_scholes_f32", bench::black_scholes_f32},
    {"e_black_scholes_f64", bench::black_scholes_f64},
    {"e_black_scholes_gradient_f32", bench::black_scholes_gradient_f32},
    {"e_black_scholes_gradient_f64", bench::black_scholes_gradient_f64},
    {"f_lstm_gradient", bench::lstm_gradient},
    {"g_runge_kutta_gradient", bench::runge_kutta_gradient},
    {"g_runge_kutta_gradient_256", bench::runge_kutta_gradient_256},
    {"h_mixture_gradient", bench::mixture_gradient},
    {"j_mlp_hessian", bench::mlp_hessian},
    {"l_normalize_gradient", bench::normalize_gradient},
    {"n_cholesky_gradient", bench::cholesky_gradient},
    {"p_embedding_gradient", bench::embedding_gradient},
    {"q_convolution_gradient", bench::convolution_gradient},
};

int usage() {
  std::fputs("usage: traced WORKLOAD INPUTS [--results FOLDER] [--threads N] [--seconds S] [--code STAGE]\n", stderr);
  for (const auto &[name, run] : workloads)
    std::fprintf(stderr, "  %s\n", name.data());
  return 2;
}

} // namespace

int main(int count, char **words) {
  if (count < 3 || count % 2 == 0 || !workloads.contains(words[1]))
    return usage();
  bench::Options options;
  options.inputs = words[2];
  for (int at = 3; at < count; at += 2) {
    std::string_view word = words[at];
    const char *value = words[at + 1];
    if (word == "--results")
      options.outputs = value;
    else if (word == "--threads")
      options.threads = std::atoi(value);
    else if (word == "--seconds")
      options.seconds = std::atof(value);
    else if (word == "--code")
      options.stage = value;
    else
      return usage();
  }
  try {
    workloads.at(words[1])(options);
  } catch (const cotangent::Error &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
