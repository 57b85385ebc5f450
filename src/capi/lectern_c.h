/** @file
 * lectern for programs in other languages: a read as one call, JSON in and JSON out.
 *
 * The same interface in a native library and in the WASI reactor `lectern-reactor.wasm`, whose host calls the exports
 * below on an instance after `_initialize`. Pointers and size_t have 32 bits there, and lie in the instance's memory.
 *
 * @code{.c}
 *   char* result = lectern_read(bytes, size, "{\"file_path\":\"a.png\"}", 21, "{}", 2, NULL);
 *   puts(result);
 *   lectern_free(result);
 * @endcode
 *
 * Calls keep no state and may run in several threads at once; an instance of the reactor is not shared between threads.
 * When a call into the reactor traps, the instance is lost: make a new one.
 */
#ifndef LECTERN_C_H_
#define LECTERN_C_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__wasi__)
#define LECTERN_C_EXPORT(name) __attribute__((export_name(#name)))
#elif defined(__GNUC__)
#define LECTERN_C_EXPORT(name) __attribute__((visibility("default")))
#else
#define LECTERN_C_EXPORT(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Grows whenever a caller of the version before could break; functions may be added without. */
#define LECTERN_ABI_VERSION 1

/** The LECTERN_ABI_VERSION that the library was built with. */
LECTERN_C_EXPORT(lectern_abi_version)
uint32_t lectern_abi_version(void);

/** The version of lectern, "0.2.0"; never freed. */
LECTERN_C_EXPORT(lectern_version)
const char* lectern_version(void);

/** Memory for `size` bytes, which a host outside of the reactor's memory needs to hand in bytes and JSON.
 *  Null when there is not enough. Freed by lectern_free. */
LECTERN_C_EXPORT(lectern_alloc)
void* lectern_alloc(size_t size);

/** Frees what lectern_alloc or lectern_read gave; null is no mistake. */
LECTERN_C_EXPORT(lectern_free)
void lectern_free(void* memory);

/** Reads one file for a model.
 *
 *  @param bytes         the whole file; stays the caller's
 *  @param size          of `bytes`
 *  @param request_json  the ReadInput of docs/c-abi.md as a JSON object in UTF-8; need not end in NUL
 *  @param request_size  of `request_json`, in bytes
 *  @param options_json  the ReadOptions, likewise; null for none
 *  @param options_size  of `options_json`, in bytes
 *  @param result_size   receives the size of the result without its NUL; may be null
 *  @returns the ToolResult as one line of JSON in UTF-8, ended by NUL, in every case: what is wrong with the file or with
 *           the arguments is in it. Null only when memory ends. Freed by lectern_free. */
LECTERN_C_EXPORT(lectern_read)
char* lectern_read(const uint8_t* bytes, size_t size, const char* request_json, size_t request_size,
                   const char* options_json, size_t options_size, size_t* result_size);

/* A read of which only what is needed is loaded: a conversation that the library leads. The host opens a reading, answers
 * its questions until there are none, takes the result and closes the reading; it may close it at any question.
 *
 *   lectern_reading* reading = lectern_open(request, request_size, NULL, 0, file_size, NULL, 0);
 *   lectern_question question;
 *   for (;;) {
 *     lectern_ask(reading, &question);
 *     if (question.kind == LECTERN_DONE) break;
 *     if (question.kind != LECTERN_BYTES) {
 *       lectern_decline(reading, NULL, 0);
 *       continue;
 *     }
 *     size_t wanted = (size_t)(question.to - question.from);
 *     uint8_t* room = lectern_room(reading, wanted);
 *     ssize_t got = room == NULL ? 0 : pread(file, room, wanted, (off_t)question.from);
 *     if (got < 0) break;  // the file cannot be read: close, there is no result
 *     lectern_give(reading, (size_t)got, got == 0);
 *   }
 *   char* result = lectern_result(reading, NULL);
 *   lectern_close(reading);
 */

/** A read in progress. It is used by one thread at a time. An answer to another question than the one that it asks does nothing. */
typedef struct lectern_reading lectern_reading;

/** What a reading needs next. */
enum {
  LECTERN_BYTES = 0,  /**< the file's bytes from `from` to `to`: lectern_room and lectern_give */
  LECTERN_MODULE = 1, /**< the module `name`; declined, since all are linked in */
  LECTERN_TABLE = 2,  /**< the table `name`; declined, since all are linked in */
  LECTERN_PIXELS = 3, /**< the pixels of the picture at lectern_held, whose MIME type is `name` */
  LECTERN_DONE = 4    /**< nothing: lectern_result */
};

/** A question. In the reactor's memory: `kind` at byte 0, `from` at 8, `to` at 16, `name` at 24, `name_size` at 28. */
typedef struct lectern_question {
  uint32_t kind;    /**< LECTERN_BYTES … LECTERN_DONE */
  uint64_t from;    /**< of the first byte wanted, from the file's start */
  uint64_t to;      /**< behind the last byte wanted; may lie behind the end of a file of unknown size */
  const char* name; /**< UTF-8, not ended by NUL; the library's */
  size_t name_size; /**< of `name`, in bytes */
} lectern_question;

/** The size of a file whose size nobody knows. */
#define LECTERN_UNKNOWN_SIZE UINT64_MAX

/** Opens a reading.
 *
 *  @param request_json  as for lectern_read
 *  @param request_size  as for lectern_read
 *  @param options_json  as for lectern_read
 *  @param options_size  as for lectern_read
 *  @param file_size     bytes of the file, or LECTERN_UNKNOWN_SIZE
 *  @param notes         what lectern_notes gave after an earlier read of the same bytes under the same name; null for none
 *  @param notes_size    of `notes`, in bytes
 *  @returns the reading, to be closed by lectern_close; wrong arguments are its result */
LECTERN_C_EXPORT(lectern_open)
lectern_reading* lectern_open(const char* request_json, size_t request_size,
                              const char* options_json, size_t options_size, uint64_t file_size,
                              const uint8_t* notes, size_t notes_size);

/** Tells what the reading needs next.
 *
 *  @param reading   stays the caller's
 *  @param question  receives it */
LECTERN_C_EXPORT(lectern_ask)
void lectern_ask(const lectern_reading* reading, lectern_question* question);

/** Where the host writes bytes from `from` on, at most `size`; valid until the next call for the reading.
 *
 *  @param reading  at LECTERN_BYTES
 *  @param size     bytes wanted
 *  @returns null when memory is exhausted: the reading is done then; null at any other question */
LECTERN_C_EXPORT(lectern_room)
uint8_t* lectern_room(lectern_reading* reading, size_t size);

/** The first bytes of the room have been written; fewer than were asked for are asked for again.
 *
 *  @param reading  at LECTERN_BYTES
 *  @param size     bytes written; of more than the question asked for, only those count: the others are asked for again
 *  @param at_end   not 0 when the file ends behind them, which the library knows by itself where it knows the file's size */
LECTERN_C_EXPORT(lectern_give)
void lectern_give(lectern_reading* reading, size_t size, int at_end);

/** The file as far as it has come; all of it at LECTERN_PIXELS.
 *
 *  @param reading  stays the caller's
 *  @param size     receives the bytes; may be null
 *  @returns the bytes, valid until the next call for the reading */
LECTERN_C_EXPORT(lectern_held)
const uint8_t* lectern_held(const lectern_reading* reading, size_t* size);

/** Answers LECTERN_PIXELS.
 *
 *  @param reading  at LECTERN_PIXELS
 *  @param rgba     pixels of 4 bytes: red, green, blue and alpha, not premultiplied; stays the caller's
 *  @param width    pixels
 *  @param height   pixels */
LECTERN_C_EXPORT(lectern_give_pixels)
void lectern_give_pixels(lectern_reading* reading, const uint8_t* rgba, uint32_t width,
                         uint32_t height);

/** The host does not have what is asked for.
 *
 *  @param reading      at LECTERN_MODULE, LECTERN_TABLE or LECTERN_PIXELS
 *  @param reason       why, when it should have had it: the result says so. Null reads on without it.
 *  @param reason_size  of `reason`, in bytes */
LECTERN_C_EXPORT(lectern_decline)
void lectern_decline(lectern_reading* reading, const char* reason, size_t reason_size);

/** The result, once.
 *
 *  @param reading      at LECTERN_DONE
 *  @param result_size  as for lectern_read
 *  @returns as lectern_read; null while there are questions, and when it has been taken */
LECTERN_C_EXPORT(lectern_result)
char* lectern_result(lectern_reading* reading, size_t* result_size);

/** What lets a later read of the same file begin near what it is for.
 *
 *  @param reading     at LECTERN_DONE
 *  @param notes_size  receives their size in bytes; may be null
 *  @returns the notes, freed by lectern_free; null when there is nothing to note */
LECTERN_C_EXPORT(lectern_notes)
uint8_t* lectern_notes(const lectern_reading* reading, size_t* notes_size);

/** Frees a reading and all that it holds, at whatever question.
 *
 *  @param reading  null is no mistake */
LECTERN_C_EXPORT(lectern_close)
void lectern_close(lectern_reading* reading);

#ifdef __cplusplus
}
#endif

#endif
