/** The colours of a HEIC, which libheif leaves as they are: by an ICC profile of curves and a matrix, or by codes. */

/** Samples to light, and light to that of sRGB. */
export interface Colors {
  /** Of red, green and blue: light by sample. */
  curves: [Float64Array, Float64Array, Float64Array];
  /** Row by row. */
  matrix: number[];
}

/** Light of XYZ under D50 to that of sRGB. */
const kFromXyz = [
  3.1341359, -1.6172206, -0.4906928, -0.9787955, 1.9162544, 0.0334427, 0.071955, -0.2289769,
  1.4053861,
];
/** Display P3's to that of sRGB. */
const kFromP3 = [
  1.2249402, -0.2249402, 0, -0.0420569, 1.0420569, 0, -0.0196376, -0.0786361, 1.0982736,
];
/** Codes of ITU-T H.273. */
const kP3Primaries = 12;

function srgbLight(sample: number): number {
  return sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4;
}

function curveOf(light: (sample: number) => number): Float64Array {
  return Float64Array.from({ length: 256 }, (_, sample) => light(sample / 255));
}

function multiplied(a: readonly number[], b: readonly number[]): number[] {
  const at = (m: readonly number[], row: number, column: number) => m[row * 3 + column] ?? 0;
  return Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3];
    return [0, 1, 2].reduce((sum, k) => sum + at(a, row, k) * at(b, k, column), 0);
  });
}

/** An ICC profile (ICC.1:2022), of which three curves and a matrix are read. */
class Profile {
  readonly #view: DataView;
  constructor(icc: Uint8Array) {
    this.#view = new DataView(icc.buffer, icc.byteOffset, icc.byteLength);
  }

  /** Where a tag's data begins. */
  #tag(name: string): number {
    const code = [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
    const count = Math.min(this.#view.getUint32(128), 100);
    for (let i = 0; i < count; i++) {
      if (this.#view.getUint32(132 + i * 12) === code) return this.#view.getUint32(136 + i * 12);
    }
    throw new RangeError(`the profile has no ${name}`);
  }

  #fixed(at: number): number {
    return this.#view.getInt32(at) / 65536;
  }

  /** X, Y and Z of one of the three colours. */
  color(name: string): [number, number, number] {
    const at = this.#tag(name) + 8;
    return [this.#fixed(at), this.#fixed(at + 4), this.#fixed(at + 8)];
  }

  curve(name: string): Float64Array {
    const at = this.#tag(name);
    const kind = this.#view.getUint32(at);
    if (kind === 0x70617261) return this.#formula(at + 8); // 'para'
    if (kind !== 0x63757276) throw new RangeError('the profile has another kind of curve'); // 'curv'
    const count = this.#view.getUint32(at + 8);
    if (count === 0) return curveOf((x) => x);
    const entry = (i: number) => this.#view.getUint16(at + 12 + Math.min(i, count - 1) * 2);
    if (count === 1) return curveOf((x) => x ** (entry(0) / 256));
    return curveOf((x) => {
      const place = x * (count - 1);
      const below = Math.floor(place);
      return (entry(below) + (entry(below + 1) - entry(below)) * (place - below)) / 65535;
    });
  }

  #formula(at: number): Float64Array {
    const kind = this.#view.getUint16(at);
    const count = [1, 3, 4, 5, 7][kind];
    if (count === undefined) throw new RangeError('the profile has another kind of curve');
    const given = Array.from({ length: count }, (_, i) => this.#fixed(at + 4 + i * 4));
    const [g = 1, a = 1, b = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = given;
    const power = (x: number) => Math.max(0, a * x + b) ** g;
    if (kind < 3) {
      const added = kind === 2 ? third : 0;
      return curveOf((x) => (a * x + b >= 0 ? power(x) : 0) + added);
    }
    return curveOf((x) => (x >= fourth ? power(x) + fifth : third * x + sixth));
  }
}

function byProfile(icc: Uint8Array): Colors | undefined {
  try {
    const profile = new Profile(icc);
    const [r, g, b] = [profile.color('rXYZ'), profile.color('gXYZ'), profile.color('bXYZ')];
    const toXyz = [r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]];
    return {
      curves: [profile.curve('rTRC'), profile.curve('gTRC'), profile.curve('bTRC')],
      matrix: multiplied(kFromXyz, toXyz),
    };
  } catch {
    return undefined; // a profile of tables, or a damaged one
  }
}

/**
 * What the first `colr` box with a profile says, else the first with codes: pictures of a grid and previews have the same.
 * @returns undefined for sRGB, and for what is not read
 */
export function findColors(heic: Uint8Array): Colors | undefined {
  const view = new DataView(heic.buffer, heic.byteOffset, heic.byteLength);
  let primaries = 0;
  for (let at = heic.indexOf(0x63, 4); at >= 0 && at + 12 <= heic.length; ) {
    if (view.getUint32(at) === 0x636f6c72) {
      const kind = view.getUint32(at + 4); // 'prof', 'rICC' or 'nclx'
      const size = view.getUint32(at - 4);
      const end = Math.min(heic.length, at - 4 + size);
      if (kind === 0x70726f66 || kind === 0x72494343) return byProfile(heic.subarray(at + 8, end));
      if (kind === 0x6e636c78 && primaries === 0) primaries = view.getUint16(at + 8);
    }
    at = heic.indexOf(0x63, at + 1);
  }
  if (primaries !== kP3Primaries) return undefined;
  const curve = curveOf(srgbLight);
  return { curves: [curve, curve, curve], matrix: kFromP3 };
}

const kLightSteps = 4096;
const kSamples = Uint8Array.from({ length: kLightSteps + 1 }, (_, step) => {
  const light = step / kLightSteps;
  return Math.round(
    255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055),
  );
});

/** Converts pixels in place. */
export function toSrgb(rgba: Uint8Array | Uint8ClampedArray, { curves, matrix }: Colors): void {
  const [red, green, blue] = curves;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  const sample = (light: number) =>
    kSamples[Math.round(Math.min(1, Math.max(0, light)) * kLightSteps)] ?? 0;
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const r = red[rgba[at] ?? 0] ?? 0;
    const y = green[rgba[at + 1] ?? 0] ?? 0;
    const z = blue[rgba[at + 2] ?? 0] ?? 0;
    rgba[at] = sample(a * r + b * y + c * z);
    rgba[at + 1] = sample(d * r + e * y + f * z);
    rgba[at + 2] = sample(g * r + h * y + i * z);
  }
}
