/* The names of the Enzyme convention, for sources that do not declare them themselves.
 *
 * The plugin recognises functions and markers by substrings of their names, so a source may as well declare its own:
 * variadic C functions (`double __enzyme_autodiff(void*, ...);`) or function templates. Nothing defines these names; a
 * program built without the plugin does not link.
 *
 * C has no templates: there, declare the functions with the return types that are needed; this header gives the
 * markers.
 */
#ifndef COTANGENT_ENZYME_COMPAT_H
#define COTANGENT_ENZYME_COMPAT_H

#ifdef __cplusplus
extern "C" {
#endif

/* In front of an argument: how it takes part. */
extern int enzyme_const;     /* no derivative */
extern int enzyme_dup;       /* value and shadow follow */
extern int enzyme_dupnoneed; /* as enzyme_dup; the primal result is not needed */
extern int enzyme_out;       /* by value; the adjoint is returned */
extern int enzyme_dupv;      /* byte distance of the shadows, value and first shadow follow */
extern int enzyme_dupnoneedv;

/* Followed by a number. */
extern int enzyme_width;     /* shadows per argument */
extern int enzyme_allocated; /* bytes of the tape that the caller allocates */
extern int enzyme_tape;      /* the tape follows */

/* The return. */
extern int enzyme_const_return;
extern int enzyme_active_return;
extern int enzyme_dup_return;
extern int enzyme_primal_return; /* the primal value comes first in the result */
extern int enzyme_noret;         /* it does not */

/* Options. */
extern int enzyme_nofree;
extern int enzyme_not_overwritten;
extern int enzyme_runtime_activity;
extern int enzyme_strong_zero;

/* Arguments of __enzyme_batch. */
extern int enzyme_scalar;
extern int enzyme_vector;
extern int enzyme_buffer;

#ifdef __cplusplus
} /* extern "C" */

/* The derivative of the function that comes first: adjoints of `enzyme_out` arguments (reverse), tangents (forward). */
template <class Return = void, class... Arguments> Return __enzyme_autodiff(Arguments... arguments);
template <class Return = void, class... Arguments> Return __enzyme_fwddiff(Arguments... arguments);

/* Split mode: the augmented forward sweep, the adjoint, the tangents of a split forward mode, the bytes of the tape. */
template <class Return = void *, class... Arguments> Return __enzyme_augmentfwd(Arguments... arguments);
template <class Return = void, class... Arguments> Return __enzyme_reverse(Arguments... arguments);
template <class Return = void, class... Arguments> Return __enzyme_fwdsplit(Arguments... arguments);
template <class... Arguments> unsigned long long __enzyme_augmentsize(Arguments... arguments);

/* The pair of halves of a function known at run time. */
template <class Return = void *, class... Arguments> Return __enzyme_virtualreverse(Arguments... arguments);

/* The function on several inputs at once. */
template <class Return, class... Arguments> Return __enzyme_batch(Arguments... arguments);

/* The value without derivative; a call without derivative. */
template <class Return, class... Arguments> Return __enzyme_ignore_derivatives(Arguments... arguments);
template <class Return = void, class... Arguments> Return __enzyme_call_inactive(Arguments... arguments);
#endif

#endif
