// expect-error: [unsupported] this tape is for __enzyme_reverse and for __enzyme_fwdsplit
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
void __enzyme_fwdsplit(void *, ...);

static void cube(double *x) { *x = *x * *x * *x; }

int main(void) {
  double x = 2, dx = 1;
  void *tape = __enzyme_augmentfwd((void *)cube, &x, &dx);
  __enzyme_reverse((void *)cube, &x, &dx, tape);
  tape = __enzyme_augmentfwd((void *)cube, &x, &dx);
  __enzyme_fwdsplit((void *)cube, &x, &dx, tape);
  return 0;
}
