// Takes the place of two functions of the C library, which turns floating-point numbers into text and back, with its
// arithmetic of 128 bits, in more code than a PNG decoder has. PDFium needs both whole: pdf.wasm is built without this file.
#include <emscripten.h>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>

// A number as JSON has it, by the host, which rounds it to the nearest as strtod does.
EM_JS(double, lectern_number_of_text, (const char* text, std::size_t size), {
  let number = "";
  for (let at = text; at < text + size; ++at) number += String.fromCharCode(HEAPU8[at]);
  return Number(number);
});

namespace {

/// The formats that libraries use: %d, %u, %x, %p, %c and %s, with a width that spaces or zeros fill. Ends `out` with a NUL
/// and says what the whole takes, as the C library does.
int format_into(char* out, std::size_t size, const char* format, std::va_list arguments) {
  std::size_t length = 0;
  const auto put = [&](char c) {
    if (length + 1 < size) out[length] = c;
    ++length;
  };
  for (; *format != '\0'; ++format) {
    if (*format != '%') {
      put(*format);
      continue;
    }
    ++format;
    const char fill = *format == '0' ? '0' : ' ';
    int width = 0;
    for (; *format >= '0' && *format <= '9'; ++format) width = 10 * width + (*format - '0');
    while (*format == 'l') ++format;
    if (*format == 's') {
      for (const char* text = va_arg(arguments, const char*); *text != '\0'; ++text) put(*text);
      continue;
    }
    if (*format == 'c') {
      put(static_cast<char>(va_arg(arguments, int)));
      continue;
    }
    const std::int32_t argument = va_arg(arguments, int);
    const bool negative = *format == 'd' && argument < 0;
    const unsigned base = *format == 'x' || *format == 'p' ? 16 : 10;
    auto rest = static_cast<std::uint32_t>(argument);
    if (negative) rest = 0 - rest;
    char digits[11];  // in reverse
    int count = 0;
    do {
      digits[count++] = "0123456789abcdef"[rest % base];
      rest /= base;
    } while (rest != 0);
    if (negative) digits[count++] = '-';
    for (int i = count; i < width; ++i) put(fill);
    while (count > 0) put(digits[--count]);
  }
  if (size > 0) out[length < size ? length : size - 1] = '\0';
  return static_cast<int>(length);
}

}  // namespace

extern "C" {

/// `text` is a number as a whole: who asks has checked it.
double strtod(const char* text, char** end) {
  const std::size_t size = std::strlen(text);
  if (end != nullptr) *end = const_cast<char*>(text) + size;
  return lectern_number_of_text(text, size);
}

// Of the same object of the C library. Nothing calls them, so the linker drops them again.
float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
long double strtold(const char* text, char** end) { return strtod(text, end); }

/// Formats the messages of libjpeg and the escapes of nlohmann/json.
int snprintf(char* out, std::size_t size, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = format_into(out, size, format, arguments);
  va_end(arguments);
  return length;
}

/// Formats Embind's names of types; the compiler takes it for a sprintf without floating-point numbers.
int siprintf(char* out, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = format_into(out, SIZE_MAX, format, arguments);
  va_end(arguments);
  return length;
}
}
