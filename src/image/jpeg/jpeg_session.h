// The one place where libjpeg's errors turn into values. libjpeg reports a fatal error by a
// function that must not return; here it jumps back to run(), which is the only caller of setjmp
// in the project.
#pragma once

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>

// libjpeg's header needs size_t and FILE to be declared.
#include <jpeglib.h>

#include <string>

#include "base/error.h"

namespace lectern {

class JpegSession {
 public:
  JpegSession();
  JpegSession(const JpegSession&) = delete;
  JpegSession& operator=(const JpegSession&) = delete;

  /// To be set as `err` of a libjpeg object, and `this` as its `client_data`.
  jpeg_error_mgr* manager() { return &manager_; }

  /// Calls `body`; false when libjpeg gave up in it. `body` must hold nothing that needs a
  /// destructor: a jump leaves it without one.
  template <typename Body>
  bool run(Body&& body) {
    return run_guarded([](void* target) { (*static_cast<Body*>(target))(); }, &body);
  }

  /// Why run() returned false.
  const char* fatal_message() const { return fatal_.data(); }
  /// Damage to the picture's data: what it was first, and how often; "" when there is none.
  const char* damage() const { return damage_.data(); }
  /// Oddities that do not touch the picture: the first one; "" when there is none.
  const char* oddity() const { return oddity_.data(); }
  /// The file ended before its end marker.
  bool missing_end() const { return missing_end_; }
  /// Ends the current run() with a message of our own.
  [[noreturn]] void give_up(const char* message);

 private:
  using Message = std::array<char, JMSG_LENGTH_MAX>;

  bool run_guarded(void (*body)(void*), void* target);
  static void on_error(j_common_ptr object);
  static void on_message(j_common_ptr object, int level);

  jpeg_error_mgr manager_{};
  std::jmp_buf return_point_{};
  Message fatal_{};
  Message damage_{};
  Message oddity_{};
  bool missing_end_ = false;
};

}  // namespace lectern
