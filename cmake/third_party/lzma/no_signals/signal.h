/* WASI has no signals: what liblzma declares of them, which its decoders never call. */
#pragma once
typedef int sigset_t;
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
