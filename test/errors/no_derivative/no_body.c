// The C convention, and a requested function that is in another file.
// expect-error: no_body.c:8:15: error: cotangent: [no-derivative] function 'measure' has no body here, so its derivative cannot be made
// expect-error: define it in this file, or compile and link all files with -flto
double measure(double);
double __enzyme_autodiff(void *, ...);

int main(void) {
  return (int)__enzyme_autodiff((void *)measure, 2.0);
}
