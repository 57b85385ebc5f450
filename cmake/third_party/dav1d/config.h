// What dav1d's own build would find out: the portable code, both depths, and one thread.
#pragma once

#define CONFIG_8BPC 1
#define CONFIG_16BPC 1
#define CONFIG_LOG 0
#define HAVE_ASM 0
#define ENDIANNESS_BIG 0
#define HAVE_POSIX_MEMALIGN 1
#define ARCH_AARCH64 0
#define ARCH_ARM 0
#define ARCH_PPC64LE 0
#define ARCH_X86 0
#define ARCH_X86_32 0
#define ARCH_X86_64 0
