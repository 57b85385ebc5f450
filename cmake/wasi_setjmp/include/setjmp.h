/* setjmp for WASI, which has neither setjmp nor exceptions.
 *
 * A jump can only end a call that was made for it: setjmp_call(env, body, context) calls body, and longjmp(env, value)
 * from anywhere below body makes setjmp_call return value. Binaryen's Asyncify implements the jump: it lets the guarded
 * functions return early while a jump is under way (see wasi_setjmp.cmake). Nothing is ever resumed.
 *
 * setjmp(env) itself answers 0, once, and binds env to the innermost setjmp_call under way; a longjmp(env) ends that
 * call. This suffices for code that jumps only to give up.
 *
 * Not supported: jumps across functions that are not guarded; returning twice from setjmp; threads; signal masks. */

#ifndef LECTERN_WASI_SETJMP_H_
#define LECTERN_WASI_SETJMP_H_

#ifdef __cplusplus
extern "C" {
#endif

struct wasi_setjmp_frame;

/* The call that a jump ends; null before setjmp or setjmp_call has set it. */
typedef struct {
  struct wasi_setjmp_frame* frame;
} jmp_buf[1];

/* Calls body(context). Returns 0 when body returned, else the value that longjmp(env, value) was given (1 for 0).
 * env is valid until setjmp_call returns. What body and its callees hold on the C stack is gone after a jump. */
int setjmp_call(jmp_buf env, void (*body)(void* context), void* context);

/* The compiler knows functions of the standard names and takes them for what they are not. */
#define setjmp wasi_setjmp
#define longjmp wasi_longjmp

/* Binds env to the innermost setjmp_call under way and returns 0. */
int setjmp(jmp_buf env);

/* Ends the setjmp_call that env is bound to. Traps when that call has ended or never began. */
#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
void longjmp(jmp_buf env, int value);

#ifdef __cplusplus
}
#endif

#endif
