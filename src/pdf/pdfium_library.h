// PDFium keeps global state (fonts, caches) and is not made for several threads: whoever holds a
// PdfiumSession has it alone. The state lives only as long as a session, so no document can
// influence the reading of a later one.
#pragma once

#include <mutex>

namespace lectern {

#ifdef _LIBCPP_HAS_NO_THREADS
/// Nothing to wait for: the target has one thread.
class PdfiumLock {};
#else
class PdfiumLock {
 public:
  PdfiumLock() : lock_(mutex()) {}

 private:
  static std::mutex& mutex() {
    static std::mutex instance;
    return instance;
  }
  std::lock_guard<std::mutex> lock_;
};
#endif

/// Starts PDFium, without a clock, and stops it again. A thread must not hold two sessions.
class PdfiumSession {
 public:
  PdfiumSession();
  ~PdfiumSession();
  PdfiumSession(const PdfiumSession&) = delete;
  PdfiumSession& operator=(const PdfiumSession&) = delete;

 private:
  [[maybe_unused]] PdfiumLock lock_;
};

}  // namespace lectern
