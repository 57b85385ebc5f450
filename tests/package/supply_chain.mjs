// What the packed package says about the software inside it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../../scripts/lib/project.mjs';

/** Packages of sources.json that only tests are linked with. */
const kTestsOnly = ['catch2'];

/** SPDX identifiers that we ship; another one is a decision for docs/dependencies.md. */
const kLicenses = [
  ...['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'FTL', 'IJG', 'LLVM-exception'],
  ...['MIT', 'Unicode-3.0', 'Zlib', 'bzip2-1.0.6', 'libpng-2.0'],
];

/** Words that a licence text of the kind must hold: proof that it is the licence that was found. */
const kEvidence = {
  zlib: 'Jean-loup Gailly',
  libspng: 'PNG Reference Library License version 2',
  'libjpeg-turbo': 'based in part on the work of',
  libwebp: 'Additional IP Rights Grant',
  dav1d: 'VideoLAN and dav1d authors',
  'nlohmann-json': 'Niels Lohmann',
  'tl-expected': 'CC0 Public Domain Dedication',
  pdfium: 'The PDFium Authors',
  freetype: 'The FreeType Project LICENSE',
  lcms2: 'Marti Maria',
  openjpeg: 'Antonin Descampe',
  agg: 'Maxim Shemanarev',
  fast_float: 'The fast_float authors',
  'abseil-cpp': 'The Abseil Authors',
  'unicode-character-database': 'UNICODE LICENSE V3',
  'text-encoding': 'Encoding Standard',
  emscripten: 'The Emscripten Authors',
  musl: 'Rich Felker',
  dlmalloc: 'Doug Lea',
  libcxx: 'LLVM Exceptions to the Apache 2.0 License',
};

const readBom = (read) => JSON.parse(read('dist/sbom.cdx.json'));

function checkComponent({ type, name, version, licenses, 'bom-ref': reference, purl }) {
  assert.equal(type, 'library', name);
  assert.match(version, /^[\w.:~+-]+$/, name);
  assert.equal(reference, `${name}@${version}`);
  if (purl !== undefined) assert.match(purl, /^pkg:(npm|deb|github)\/[^\s]+@[^\s]+$/);
  assert.equal(licenses.length, 1, name);
  const [{ license, expression }] = licenses;
  assert.ok(license?.id || license?.name || expression, `${name} has no licence`);
  for (const id of (license?.id ?? expression ?? '').split(/ (?:AND|OR|WITH) /).filter(Boolean)) {
    assert.ok(kLicenses.includes(id), `${name} has the licence ${id}`);
  }
}

/** Each takes a function that reads a file of the packed package. */
export const kSupplyChainTests = {
  'the bill of materials is CycloneDX 1.6 with name, version and licence of each component': (
    read,
  ) => {
    const bom = readBom(read);
    assert.equal(bom.bomFormat, 'CycloneDX');
    assert.equal(bom.specVersion, '1.6');
    assert.equal(bom.version, 1);
    // The same sources give the same file.
    assert.equal(bom.metadata.timestamp ?? bom.serialNumber, undefined);
    const { version } = JSON.parse(read('package.json'));
    assert.equal(bom.metadata.component.purl, `pkg:npm/lectern@${version}`);
    for (const component of [bom.metadata.component, ...bom.components]) checkComponent(component);
    const references = [bom.metadata.component, ...bom.components].map((each) => each['bom-ref']);
    assert.equal(new Set(references).size, references.length);
    assert.deepEqual(bom.dependencies.map(({ ref }) => ref).sort(), references.toSorted());
    // Every component is reached from the package.
    const reached = bom.dependencies.flatMap(({ dependsOn }) => dependsOn);
    assert.deepEqual(reached.toSorted(), references.slice(1).sort());
  },
  'the bill of materials names every pinned source that is linked, by its hash': (read) => {
    const pins = JSON.parse(
      readFileSync(join(kRoot, 'scripts', 'third_party', 'sources.json'), 'utf8'),
    );
    const hashes = readBom(read)
      .components.flatMap(({ externalReferences = [] }) => externalReferences)
      .flatMap((reference) => reference.hashes.map(({ content }) => content));
    for (const hash of hashes) assert.match(hash, /^[0-9a-f]{64}$/);
    for (const [name, { debian, upstream }] of Object.entries(pins)) {
      const isNamed = hashes.includes(debian.sha256) || hashes.includes(upstream.sha256);
      assert.equal(isNamed, !kTestsOnly.includes(name), name);
    }
  },
  'THIRD_PARTY_LICENSES holds the licence of every component': (read) => {
    const text = read('dist/THIRD_PARTY_LICENSES');
    const sections = text.split(`${'='.repeat(80)}\n`).slice(1);
    const bodies = new Map();
    for (let i = 0; i < sections.length; i += 2) {
      bodies.set(sections[i].trim().replace(/ \(.*$/, ''), sections[i + 1]);
    }
    const { components } = readBom(read);
    assert.deepEqual(
      [...bodies.keys()],
      components.map(({ name, version }) => `${name} ${version}`),
    );
    for (const { name, version } of components) {
      const body = bodies.get(`${name} ${version}`);
      assert.ok(body.trim().length > 100, `${name} has no licence text`);
      if (name in kEvidence) assert.ok(body.includes(kEvidence[name]), name);
    }
    for (const name of Object.keys(kEvidence)) {
      assert.ok(
        components.some((component) => component.name === name),
        name,
      );
    }
  },
};
