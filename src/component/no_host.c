/* What wasi-libc would ask its host for, answered here: the component imports nothing. The core opens no file and reads no
 * variable and no clock; the C library, and libraries that could read files, only bring the code that would. What is missing
 * here becomes an import of the module, which scripts/component/build.mjs refuses.
 *
 * The parameters are those of WASI's preview 1, with an address for each pointer. */
#include <stdint.h>

/* Bodies below have no use for what they are asked. */
#pragma clang diagnostic ignored "-Wunused-parameter"

#define WASI(name) __imported_wasi_snapshot_preview1_##name

/* Of WASI's errno: "bad file descriptor". No descriptor is open, so no path can be below one either. */
enum { kSuccess = 0, kBadDescriptor = 8 };

int32_t WASI(environ_sizes_get)(uint32_t* count, uint32_t* size) {
  *count = 0;
  *size = 0;
  return kSuccess;
}

int32_t WASI(environ_get)(int32_t variables, int32_t text) { return kSuccess; }

/* It is always 1970. */
int32_t WASI(clock_time_get)(int32_t clock, int64_t precision, uint64_t* nanoseconds) {
  *nanoseconds = 0;
  return kSuccess;
}

int32_t WASI(fd_close)(int32_t descriptor) { return kBadDescriptor; }

int32_t WASI(fd_fdstat_get)(int32_t descriptor, int32_t status) { return kBadDescriptor; }

int32_t WASI(fd_fdstat_set_flags)(int32_t descriptor, int32_t flags) { return kBadDescriptor; }

int32_t WASI(fd_prestat_get)(int32_t descriptor, int32_t status) { return kBadDescriptor; }

int32_t WASI(fd_prestat_dir_name)(int32_t descriptor, int32_t name, int32_t size) { return kBadDescriptor; }

int32_t WASI(fd_read)(int32_t descriptor, int32_t pieces, int32_t count, int32_t got) { return kBadDescriptor; }

int32_t WASI(fd_seek)(int32_t descriptor, int64_t offset, int32_t whence, int32_t position) { return kBadDescriptor; }

int32_t WASI(fd_write)(int32_t descriptor, int32_t pieces, int32_t count, int32_t written) { return kBadDescriptor; }

int32_t WASI(path_open)(int32_t directory, int32_t lookup, int32_t path, int32_t size, int32_t how, int64_t rights,
                        int64_t inherited, int32_t flags, int32_t descriptor) {
  return kBadDescriptor;
}

int32_t WASI(path_remove_directory)(int32_t directory, int32_t path, int32_t size) { return kBadDescriptor; }

int32_t WASI(path_unlink_file)(int32_t directory, int32_t path, int32_t size) { return kBadDescriptor; }

/* Only where the C library gives up. */
_Noreturn void WASI(proc_exit)(int32_t status) { __builtin_trap(); }
