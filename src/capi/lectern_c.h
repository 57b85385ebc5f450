/** @file
 * lectern for programs in other languages: a read as one call, JSON in and JSON out.
 *
 * The same interface in a native library and in the WASI reactor `lectern-reactor.wasm`, whose host calls the exports
 * below on an instance after `_initialize`. Pointers and size_t have 32 bits there, and lie in the instance's memory.
 *
 * @code{.c}
 *   char* result = lectern_read(bytes, size, "{\"file_path\":\"a.png\"}", 21, "{}", 2, NULL);
 *   puts(result);
 *   lectern_free(result);
 * @endcode
 *
 * Calls keep no state and may run in several threads at once; an instance of the reactor is not shared between threads.
 * When a call into the reactor traps, the instance is lost: make a new one.
 */
#ifndef LECTERN_C_H_
#define LECTERN_C_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__wasi__)
#define LECTERN_C_EXPORT(name) __attribute__((export_name(#name)))
#elif defined(__GNUC__)
#define LECTERN_C_EXPORT(name) __attribute__((visibility("default")))
#else
#define LECTERN_C_EXPORT(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Grows whenever a caller of the version before could break; functions may be added without. */
#define LECTERN_ABI_VERSION 1

/** The LECTERN_ABI_VERSION that the library was built with. */
LECTERN_C_EXPORT(lectern_abi_version)
uint32_t lectern_abi_version(void);

/** The version of lectern, "0.1.0"; never freed. */
LECTERN_C_EXPORT(lectern_version)
const char* lectern_version(void);

/** Memory for `size` bytes, which a host outside of the reactor's memory needs to hand in bytes and JSON.
 *  Null when there is not enough. Freed by lectern_free. */
LECTERN_C_EXPORT(lectern_alloc)
void* lectern_alloc(size_t size);

/** Frees what lectern_alloc or lectern_read gave; null is no mistake. */
LECTERN_C_EXPORT(lectern_free)
void lectern_free(void* memory);

/** Reads one file for a model.
 *
 *  @param bytes         the whole file; stays the caller's
 *  @param size          of `bytes`
 *  @param request_json  the ReadInput of docs/c-abi.md as a JSON object in UTF-8; need not end in NUL
 *  @param request_size  of `request_json`, in bytes
 *  @param options_json  the ReadOptions, likewise; null for none
 *  @param options_size  of `options_json`, in bytes
 *  @param result_size   receives the size of the result without its NUL; may be null
 *  @returns the ToolResult as one line of JSON in UTF-8, ended by NUL, in every case: what is wrong with the file or with
 *           the arguments is in it. Null only when memory ends. Freed by lectern_free. */
LECTERN_C_EXPORT(lectern_read)
char* lectern_read(const uint8_t* bytes, size_t size, const char* request_json, size_t request_size,
                   const char* options_json, size_t options_size, size_t* result_size);

#ifdef __cplusplus
}
#endif

#endif
