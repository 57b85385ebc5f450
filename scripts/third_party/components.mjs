// What is inside the npm packages besides our own code: the table that the licences and the SBOM are made from.
//
// A component comes from a package of sources.json (`source`), from inside one (`within`), or from the toolchain
// (`toolchain`): `emscripten` for lectern, `wasi` for lectern-wasi. Each of its texts is a list of places to take a licence from; the first that exists counts. A place is a
// path below the component's tree, and where it is only a part of that file, `from` and `to` cut it out.

/** The two parts of PDFium's licence file. */
const kPdfiumLicense = { file: 'LICENSE' };
const kApacheLicense = { file: 'LICENSE', from: /^ +Apache License$/m };
/** LLVM's exception and the licence it is one of: in an emsdk, or in what Debian's Emscripten needs. */
const kLlvmLicense = [
  { file: 'system/lib/libcxx/LICENSE.TXT' },
  { file: '/usr/share/doc/llvm-14/copyright', from: /^Files: \*$/m, to: /^Files: debian/m },
];
const kLlvmApacheLicense = [{ file: 'system/lib/libcxx/LICENSE.TXT' }, { file: '/usr/share/common-licenses/Apache-2.0' }];
const kEmscriptenLicense = [
  { file: 'LICENSE' },
  { file: '/usr/share/doc/emscripten/copyright', from: /^License: Expat\n Permission/m, to: /^\n/m },
];

const pdfiumPart = (name, folder, rest) => ({
  name,
  within: 'pdfium',
  version: { file: `third_party/${folder}/README.pdfium`, pattern: /^Version: (?:VER-)?(\S+)/m },
  ...rest,
});

/** @typedef {{file: string, from?: RegExp, to?: RegExp}} Place */

export const kComponents = [
  { name: 'zlib', source: 'zlib', license: 'Zlib', texts: [[{ file: 'LICENSE' }]] },
  {
    name: 'libspng',
    source: 'spng',
    license: 'BSD-2-Clause AND libpng-2.0',
    texts: [
      [{ file: 'LICENSE' }],
      [{ file: 'spng/spng.c', from: /^\/\* The following SIMD optimizations/m, to: /^#/m }],
    ],
  },
  {
    name: 'libjpeg-turbo',
    source: 'jpeg',
    license: 'IJG AND BSD-3-Clause AND Zlib',
    texts: [[{ file: 'LICENSE.md' }], [{ file: 'README.ijg', from: /^LEGAL ISSUES\n=/m, to: /^REFERENCES\n=/m }]],
  },
  {
    name: 'libwebp',
    source: 'webp',
    license: 'BSD-3-Clause',
    texts: [[{ file: 'COPYING' }], [{ file: 'PATENTS' }]],
  },
  { name: 'mbedtls', source: 'mbedtls', license: 'Apache-2.0', texts: [[{ file: 'LICENSE' }]] },
  { name: 'bzip2', source: 'bzip2', license: 'bzip2-1.0.6', texts: [[{ file: 'LICENSE' }]] },
  {
    name: 'liblzma',
    source: 'lzma',
    license: { name: 'public domain' },
    texts: [[{ file: 'COPYING', from: /^XZ Utils Licensing/m, to: /^ {4}If you have questions/m }]],
  },
  { name: 'dav1d', source: 'dav1d', license: 'BSD-2-Clause', texts: [[{ file: 'COPYING' }]] },
  { name: 'zstd', source: 'zstd', license: 'BSD-3-Clause', texts: [[{ file: 'LICENSE' }]] },
  {
    name: 'nlohmann-json',
    source: 'json',
    license: 'MIT',
    texts: [[{ file: 'LICENSE.MIT' }, { file: 'usr/share/doc/nlohmann-json3-dev/copyright', to: /^License: U-OF-I/m }]],
  },
  {
    name: 'tl-expected',
    source: 'expected',
    license: 'CC0-1.0',
    texts: [[{ file: 'COPYING' }, { file: 'usr/share/doc/libexpected-dev/copyright' }]],
  },
  { name: 'pdfium', source: 'pdfium', license: 'BSD-3-Clause AND Apache-2.0', texts: [[kPdfiumLicense]] },
  pdfiumPart('freetype', 'freetype', { license: 'FTL', texts: [[{ file: 'third_party/freetype/FTL.TXT' }]] }),
  pdfiumPart('lcms2', 'lcms', {
    license: 'MIT',
    texts: [[{ file: 'third_party/lcms/src/cmscam02.c', to: /^#include/m }]],
  }),
  pdfiumPart('openjpeg', 'libopenjpeg', {
    license: 'BSD-2-Clause',
    texts: [[{ file: 'third_party/libopenjpeg/LICENSE' }]],
  }),
  pdfiumPart('agg', 'agg23', {
    license: { name: 'Anti-Grain Geometry 2.3 license' },
    texts: [[{ file: 'third_party/agg23/copying' }]],
  }),
  pdfiumPart('fast_float', 'fast_float', {
    license: 'MIT',
    texts: [[{ file: 'third_party/fast_float/src/LICENSE-MIT' }]],
  }),
  pdfiumPart('abseil-cpp', 'abseil-cpp', {
    version: { file: 'DEPS', pattern: /'abseil_revision': '([0-9a-f]{12})/ },
    license: 'Apache-2.0',
    texts: [
      [{ file: 'third_party/abseil-cpp/absl/base/config.h', to: /^\/\/ -{5}/m }],
      [kApacheLicense],
    ],
  }),
  {
    name: 'unicode-character-database',
    within: 'lectern',
    version: {
      file: 'cmake/third_party/pdfium/shims/unicode/uchar_tables.inc',
      pattern: /from Unicode (\S+)\. /,
    },
    license: 'Unicode-3.0',
    texts: [[{ file: 'scripts/third_party/licenses/unicode.txt' }]],
  },
  { name: 'text-encoding', source: 'text-encoding', license: 'Apache-2.0', texts: [[{ file: 'LICENSE.md' }]] },
  {
    name: 'emscripten',
    toolchain: 'emscripten',
    version: { file: 'emscripten-version.txt', pattern: /"?([0-9.]+)/ },
    license: 'MIT',
    texts: [[{ file: 'system/lib/embind/bind.cpp', to: /^#include/m }], kEmscriptenLicense],
  },
  {
    name: 'musl',
    toolchain: 'emscripten',
    version: { file: 'system/lib/libc/musl/VERSION', pattern: /(\S+)/ },
    license: 'MIT',
    texts: [[{ file: 'system/lib/libc/musl/COPYRIGHT' }]],
  },
  {
    name: 'dlmalloc',
    toolchain: 'emscripten',
    version: { file: 'system/lib/dlmalloc.c', pattern: /^ \* Version (\S+)/m },
    license: 'CC0-1.0',
    texts: [[{ file: 'system/lib/dlmalloc.c', from: /^ This is a version \(aka dlmalloc\)/m, to: /^ \* Version/m }]],
  },
  ...['libcxx', 'libcxxabi', 'compiler-rt'].map((name) => ({
    name,
    toolchain: 'emscripten',
    version: { file: `system/lib/${name}/readme.txt`, pattern: /release (\d[\d.]*\d)|llvmorg-(\d[\d.]*\d)/ },
    license: 'Apache-2.0 WITH LLVM-exception',
    texts: [[{ file: `system/lib/${name}/CREDITS.TXT` }], kLlvmLicense, kLlvmApacheLicense],
  })),
  {
    name: 'wasi-libc',
    toolchain: 'wasi',
    version: { debian: 'wasi-libc' },
    license: { name: 'CC0-1.0 AND Apache-2.0 AND MIT AND BSD-2-Clause AND BSD-3-Clause AND ISC' },
    texts: [[{ file: 'wasi-libc/copyright' }], [{ file: '/usr/share/common-licenses/Apache-2.0' }]],
  },
  {
    name: 'llvm-runtimes',
    toolchain: 'wasi',
    version: { debian: 'libc++-14-dev-wasm32' },
    license: 'Apache-2.0 WITH LLVM-exception',
    texts: [[{ file: 'libc++-14-dev-wasm32/copyright' }], [{ file: '/usr/share/common-licenses/Apache-2.0' }]],
  },
];
