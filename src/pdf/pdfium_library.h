// PDFium keeps global state (fonts, caches) and is not made for several threads: whoever holds a
// PdfiumSession has it alone. The state lives only as long as a session, so no document can
// influence the reading of a later one.
#pragma once

#include <cstdint>
#include <mutex>

#include "base/error.h"
#include "base/limits.h"

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

/// What each byte of a file gives PDFium's loops besides: honest streams unpack to some ten times
/// their bytes.
constexpr std::uint64_t kLoopsOfFileByte = 64;

/// Lets PDFium unpack and decode what a document of so many bytes may ask for, from now on: its own
/// loops count (cmake/third_party/pdfium/patches.cmake).
void allow_pdfium_work(const Limits& limits, std::uint64_t file_bytes);

/// LIMIT_EXCEEDED once that is used up: what was read since is incomplete.
Result<void> check_pdfium_work();

}  // namespace lectern
