// Threads as dav1d asks for them, where there is one: WebAssembly without threads.
#pragma once

#include <stddef.h>

typedef int pthread_t;
typedef int pthread_mutex_t;
typedef int pthread_cond_t;
typedef int pthread_once_t;
typedef int pthread_attr_t;

#define PTHREAD_ONCE_INIT 0

static inline int pthread_once(pthread_once_t* once, void (*init)(void)) {
  if (!*once) init();
  *once = 1;
  return 0;
}
static inline int pthread_mutex_init(pthread_mutex_t* mutex, const void* attributes) { return 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t* mutex) { return 0; }
static inline int pthread_mutex_lock(pthread_mutex_t* mutex) { return 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t* mutex) { return 0; }
static inline int pthread_cond_init(pthread_cond_t* cond, const void* attributes) { return 0; }
static inline int pthread_cond_destroy(pthread_cond_t* cond) { return 0; }
static inline int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) { return 0; }
static inline int pthread_cond_signal(pthread_cond_t* cond) { return 0; }
static inline int pthread_cond_broadcast(pthread_cond_t* cond) { return 0; }
static inline int pthread_attr_init(pthread_attr_t* attributes) { return 0; }
static inline int pthread_attr_destroy(pthread_attr_t* attributes) { return 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t* attributes, size_t size) { return 0; }
static inline int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                 void* (*run)(void*), void* argument) {
  return 1;
}
static inline int pthread_join(pthread_t thread, void** result) { return 1; }
