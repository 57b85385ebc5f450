// Takes the place of two functions of the C library that the JSON parser calls: with its arithmetic of 128 bits, that one
// turns floating-point numbers into text and back in more code than a PNG decoder has. PDFium needs both whole: pdf.wasm is
// built without this file.
#include <emscripten.h>

#include <cstdarg>
#include <cstddef>
#include <cstring>

// A number as JSON has it, by the host, which rounds it to the nearest as strtod does.
EM_JS(double, lectern_number_of_text, (const char* text, std::size_t size), {
  let number = "";
  for (let at = text; at < text + size; ++at) number += String.fromCharCode(HEAPU8[at]);
  return Number(number);
});

extern "C" {

/// `text` is a number as a whole: the parser has checked it.
double strtod(const char* text, char** end) {
  const std::size_t size = std::strlen(text);
  *end = const_cast<char*>(text) + size;
  return lectern_number_of_text(text, size);
}

// Of the same object of the C library. Nothing calls them, so the linker drops them again.
float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
long double strtold(const char* text, char** end) { return strtod(text, end); }

// The C library's, for all but floating-point numbers.
int vsniprintf(char* out, std::size_t size, const char* format, std::va_list arguments);

/// Formats messages: nlohmann/json writes floating-point numbers on its own.
int snprintf(char* out, std::size_t size, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = vsniprintf(out, size, format, arguments);
  va_end(arguments);
  return length;
}
}
