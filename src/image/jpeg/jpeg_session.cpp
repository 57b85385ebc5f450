#include "image/jpeg/jpeg_session.h"

#include <jerror.h>

#include <cstring>

namespace lectern {
namespace {

/// Warnings after which pixels are missing or wrong.
bool is_damage(int code) {
  switch (code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
      return true;
    default:
      return false;
  }
}

}  // namespace

JpegSession::JpegSession() {
  jpeg_std_error(&manager_);
  manager_.error_exit = on_error;
  manager_.emit_message = on_message;
}

bool JpegSession::run_guarded(void (*body)(void*), void* target) {
#ifdef __wasi__
  // WASI's setjmp (cmake/wasi_setjmp) can only end a call made for it.
  return setjmp_call(return_point_, body, target) == 0;
#else
  if (setjmp(return_point_) != 0) return false;
  body(target);
  return true;
#endif
}

void JpegSession::give_up(const char* message) {
  std::strncpy(fatal_.data(), message, fatal_.size() - 1);
  std::longjmp(return_point_, 1);
}

void JpegSession::on_error(j_common_ptr object) {
  auto* const session = static_cast<JpegSession*>(object->client_data);
  session->manager_.format_message(object, session->fatal_.data());
  std::longjmp(session->return_point_, 1);
}

void JpegSession::on_message(j_common_ptr object, int level) {
  if (level >= 0) return;  // a trace message
  auto* const session = static_cast<JpegSession*>(object->client_data);
  ++session->manager_.num_warnings;
  const int code = session->manager_.msg_code;
  if (code == JWRN_JPEG_EOF) {
    session->missing_end_ = true;
    return;
  }
  Message& kept = is_damage(code) ? session->damage_ : session->oddity_;
  if (kept[0] == '\0') session->manager_.format_message(object, kept.data());
}

}  // namespace lectern
