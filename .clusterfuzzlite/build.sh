#!/bin/bash -eu
# Builds every fuzz target of tests/fuzz with the preset `fuzz` and the compiler, the flags and the engine that OSS-Fuzz sets, into
# $OUT, each with its seeds and its dictionary.
cd "$SRC/lectern"

# The libraries need the same C++ library as the targets, and no sanitizer.
library_flags=
case " ${CXXFLAGS:-} " in *" -stdlib=libc++ "*) library_flags=-stdlib=libc++ ;; esac
library() { CFLAGS='' CXXFLAGS="$library_flags" node scripts/third_party/build.mjs --variant "$1"; }
libraries=$(library native)
pdfium=$(library pdfium-native)

# $CXXFLAGS has the sanitizer; newer compilers may warn of more than ours.
cmake --preset fuzz \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
  -DLECTERN_SANITIZE=OFF -DLECTERN_WERROR=OFF \
  -DLECTERN_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
  -DLECTERN_DEPS_PREFIX="$libraries" -DLECTERN_PDFIUM_PREFIX="$pdfium"
cmake --build build/fuzz

seeds=$(mktemp -d)
node scripts/fuzz.mjs --seeds "$seeds"
for program in build/fuzz/tests/fuzz/lectern_fuzz_*; do
  [ -x "$program" ] || continue
  target=${program##*/lectern_fuzz_}
  cp "$program" "$OUT/"
  (cd "$seeds/$target" && zip -q -r - .) > "$OUT/lectern_fuzz_${target}_seed_corpus.zip"
  if [ -s "$seeds/$target.dict" ]; then cp "$seeds/$target.dict" "$OUT/lectern_fuzz_$target.dict"; fi
done
rm -rf "$seeds"
