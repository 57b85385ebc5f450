// How alike two pictures of a page are: the mean structural similarity (SSIM; Wang, Bovik, Sheikh and Simoncelli, 2004) of
// their brightness where either shows something, for most of a page is blank. They are seen small, so that it does not
// matter how two programs smooth an edge.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The longer side that pictures are scaled down to. */
const kSide = 192;
/** SSIM's window and the step between windows, in pixels of the small picture. */
const kWindow = 8;
const kStep = 4;
/** SSIM's constants for values from 0 to 255. */
const kC1 = (0.01 * 255) ** 2;
const kC2 = (0.03 * 255) ** 2;
/** Brightness that differs by less is the same. */
const kFlat = 2;

/** A PNG or JPEG file as brightness, 0 to 255, over white. @typedef {{width: number, height: number, values: Float64Array}} Gray */

/**
 * @param {Buffer} file
 * @returns {Gray}
 */
export function decodeGray(file) {
  const isPng = file[0] === 0x89;
  const { width, height, data } = isPng
    ? require('pngjs').PNG.sync.read(file)
    : require('jpeg-js').decode(file, { maxMemoryUsageInMB: 1024 });
  const values = new Float64Array(width * height);
  for (let i = 0; i < values.length; i++) {
    const [red, green, blue, alpha] = data.subarray(4 * i, 4 * i + 4);
    values[i] = 255 + ((0.299 * red + 0.587 * green + 0.114 * blue - 255) * alpha) / 255;
  }
  return { width, height, values };
}

/** Each pixel the mean of those that it stands for. */
function scaleDown({ width, height, values }) {
  const scale = Math.min(1, kSide / Math.max(width, height));
  const small = {
    width: Math.max(kWindow, Math.round(width * scale)),
    height: Math.max(kWindow, Math.round(height * scale)),
  };
  small.values = new Float64Array(small.width * small.height);
  for (let y = 0; y < small.height; y++) {
    const top = Math.floor((y * height) / small.height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / small.height));
    for (let x = 0; x < small.width; x++) {
      const left = Math.floor((x * width) / small.width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / small.width));
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) sum += values[row * width + column];
      }
      small.values[y * small.width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return small;
}

/** The similarity of one window; undefined where both pictures are the same plain surface. */
function similarityAt(one, other, left, top) {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + kWindow; y++) {
    for (let x = left; x < left + kWindow; x++) {
      const a = one.values[y * one.width + x];
      const b = other.values[y * other.width + x];
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const count = kWindow * kWindow;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = sumAA / count - meanA * meanA;
  const varianceB = sumBB / count - meanB * meanB;
  const isFlat = Math.max(varianceA, varianceB) < kFlat * kFlat;
  if (isFlat && Math.abs(meanA - meanB) < kFlat) return undefined;
  const covariance = sumAB / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + kC1) * (2 * covariance + kC2)) /
    ((meanA * meanA + meanB * meanB + kC1) * (varianceA + varianceB + kC2))
  );
}

/**
 * @param {Gray} first
 * @param {Gray} second as large as the first, give or take a pixel
 * @returns {number} 1 for the same picture; 0 and less for pictures that have nothing to do with each other
 */
export function likeness(first, second) {
  if (Math.abs(first.width - second.width) > 1 || Math.abs(first.height - second.height) > 1) return 0;
  const one = scaleDown(first);
  const other = scaleDown(second);
  if (one.width !== other.width || one.height !== other.height) return 0;
  let sum = 0;
  let count = 0;
  for (let top = 0; top + kWindow <= one.height; top += kStep) {
    for (let left = 0; left + kWindow <= one.width; left += kStep) {
      const similarity = similarityAt(one, other, left, top);
      if (similarity === undefined) continue;
      sum += similarity;
      count++;
    }
  }
  return count === 0 ? 1 : sum / count;
}

/**
 * How much a picture shows: the mean of its darkness, 0 for a blank page and 1 for a black one.
 * @param {Gray} picture
 */
export function ink({ values }) {
  return values.reduce((sum, value) => sum + (255 - value), 0) / (255 * values.length);
}

/** The likeness of two picture files. */
export function likenessOfFiles(first, second) {
  return likeness(decodeGray(readFileSync(first)), decodeGray(readFileSync(second)));
}
