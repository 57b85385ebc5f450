/* WASI without exception handling has no setjmp. setjmp answers 0 once; longjmp ends the instance, which the host
 * reports as a trap. FreeType's two jumps are replaced (freetype_*.c); what remains is a JPEG libjpeg gives up on. */

#ifndef LECTERN_PDFIUM_SHIMS_WASI_SETJMP_H_
#define LECTERN_PDFIUM_SHIMS_WASI_SETJMP_H_

typedef int jmp_buf[1];

#define setjmp(environment) 0
#define longjmp(environment, value) __builtin_trap()

#endif
