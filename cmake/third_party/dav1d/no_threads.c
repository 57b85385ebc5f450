// What dav1d calls when it decodes with several threads, which the core never asks for, and film grain, which it does not add.
#include "config.h"

#include "src/internal.h"
#include "src/fg_apply.h"
#include "src/thread_task.h"

int dav1d_task_create_tile_sbrow(Dav1dFrameContext* f, int pass, int cond_signal) { return -1; }
void dav1d_task_frame_init(Dav1dFrameContext* f) {}
void dav1d_task_delayed_fg(Dav1dContext* c, Dav1dPicture* out, const Dav1dPicture* in) {}
void* dav1d_worker_task(void* data) { return NULL; }

void dav1d_apply_grain_8bpc(const Dav1dFilmGrainDSPContext* dsp, Dav1dPicture* out,
                            const Dav1dPicture* in) {}
void dav1d_apply_grain_16bpc(const Dav1dFilmGrainDSPContext* dsp, Dav1dPicture* out,
                             const Dav1dPicture* in) {}
void dav1d_film_grain_dsp_init_8bpc(Dav1dFilmGrainDSPContext* c) {}
void dav1d_film_grain_dsp_init_16bpc(Dav1dFilmGrainDSPContext* c) {}
