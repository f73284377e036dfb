double measure(double x) { return 3 * x; }
void smooth(double* values, int n) {
  for (int i = 1; i < n; ++i) values[i] = (values[i] + values[i - 1]) / 2;
}
