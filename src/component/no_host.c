/* What wasi-libc would ask its host for, answered here: the component imports nothing. The core opens no file and reads no
 * variable; the C library only brings the code that could. What is missing here becomes an import of the module, which
 * scripts/component/build.mjs refuses. */
#include <stdint.h>

/* "Bad file descriptor", of WASI's errno. */
enum { kBadDescriptor = 8 };

int32_t __imported_wasi_snapshot_preview1_environ_sizes_get(uint32_t* count, uint32_t* size);
int32_t __imported_wasi_snapshot_preview1_environ_get(int32_t variables, int32_t text);
int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t descriptor);
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t descriptor, int64_t offset, int32_t whence, int32_t position);
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t descriptor, int32_t pieces, int32_t count, int32_t written);
_Noreturn void __imported_wasi_snapshot_preview1_proc_exit(int32_t status);

int32_t __imported_wasi_snapshot_preview1_environ_sizes_get(uint32_t* count, uint32_t* size) {
  *count = 0;
  *size = 0;
  return 0;
}

int32_t __imported_wasi_snapshot_preview1_environ_get(int32_t variables, int32_t text) {
  (void)variables;
  (void)text;
  return 0;
}

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t descriptor) {
  (void)descriptor;
  return kBadDescriptor;
}

int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t descriptor, int64_t offset, int32_t whence, int32_t position) {
  (void)descriptor;
  (void)offset;
  (void)whence;
  (void)position;
  return kBadDescriptor;
}

int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t descriptor, int32_t pieces, int32_t count, int32_t written) {
  (void)descriptor;
  (void)pieces;
  (void)count;
  (void)written;
  return kBadDescriptor;
}

/* Only where the C library gives up. */
_Noreturn void __imported_wasi_snapshot_preview1_proc_exit(int32_t status) {
  (void)status;
  __builtin_trap();
}
