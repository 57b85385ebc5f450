/* The runtime of this directory's setjmp.h. Asyncify recognises its two functions by the imports below: the one that
 * calls start_unwind begins a jump, the one that calls stop_unwind ends it and is itself left as it is. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* setjmp.h declares longjmp to never return. At this level it does return, and Asyncify makes its callers do so too;
 * hence it is defined here without that header. */
struct wasi_setjmp_frame {
  struct wasi_setjmp_frame* outer;
};
typedef struct {
  struct wasi_setjmp_frame* frame;
} jmp_buf[1];

/* Where Asyncify saves the locals of each frame that it leaves; it traps when they do not fit. They are never read. */
static struct {
  uint8_t* next;
  uint8_t* end;
  uint8_t bytes[32768];
} scratch;

static struct wasi_setjmp_frame* innermost;
static struct wasi_setjmp_frame* target;
static int target_value;

__attribute__((import_module("asyncify"), import_name("start_unwind"))) void start_unwind(void* data);
__attribute__((import_module("asyncify"), import_name("stop_unwind"))) void stop_unwind(void);

/* Frames that are left early do not put the stack pointer back. */
static void* stack_pointer(void) {
  void* value;
  __asm__ volatile(".globaltype __stack_pointer, i32\nglobal.get __stack_pointer\nlocal.set %0" : "=r"(value));
  return value;
}

static void set_stack_pointer(void* value) {
  __asm__ volatile(".globaltype __stack_pointer, i32\nlocal.get %0\nglobal.set __stack_pointer" : : "r"(value));
}

static bool is_active(const struct wasi_setjmp_frame* frame) {
  const struct wasi_setjmp_frame* active = innermost;
  while (active != NULL && active != frame) active = active->outer;
  return active != NULL;
}

int wasi_setjmp(jmp_buf env) {
  env->frame = innermost;
  return 0;
}

void wasi_longjmp(jmp_buf env, int value) {
  if (env->frame == NULL || !is_active(env->frame)) __builtin_trap();
  target = env->frame;
  target_value = value == 0 ? 1 : value;
  scratch.next = scratch.bytes;
  scratch.end = scratch.bytes + sizeof scratch.bytes;
  start_unwind(&scratch);
}

/* Runs body; whether it was left by a jump is in `target`. Not inlined: this is where unwinding stops. */
__attribute__((noinline)) static void call_and_stop(void (*body)(void*), void* context) {
  void* const pointer = stack_pointer();
  body(context);
  if (target == NULL) return;
  stop_unwind();
  set_stack_pointer(pointer);
}

int setjmp_call(jmp_buf env, void (*body)(void*), void* context) {
  struct wasi_setjmp_frame frame = {innermost};
  innermost = &frame;
  env->frame = &frame;
  call_and_stop(body, context);
  innermost = frame.outer;
  if (target == NULL) return 0;
  if (target != &frame) {
    /* The jump goes to a call further out. */
    jmp_buf outer = {{target}};
    wasi_longjmp(outer, target_value);
    return 0;
  }
  target = NULL;
  return target_value;
}
