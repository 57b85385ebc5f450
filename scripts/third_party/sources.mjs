// Fetches, verifies and unpacks the pinned third-party sources into the cache.
//
// LECTERN_SOURCES selects where they come from:
//   debian    the machine's own Debian mirror: pinned original tarball plus Debian's security patches
//   upstream  the projects' release tarballs, each pinned by its SHA-256
//   <folder>  the same release tarballs from a local folder, found by their SHA-256
// Unset: debian where apt has a Debian stanza, upstream elsewhere.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { withLock } from '../lib/lock.mjs';
import { StepError, cacheDirectory, run, step } from '../lib/steps.mjs';
import { PrivateApt, hasDebianSources } from './apt.mjs';

const kPins = JSON.parse(readFileSync(new URL('sources.json', import.meta.url), 'utf8'));

/** The packages of sources.json that end up in what we ship; the others serve the tests. */
export const kShippedSources = Object.keys(kPins).filter((name) => !kPins[name].testsOnly);

/** @returns {string} SHA-256 of a file, in hex */
function sha256File(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function verify(path, expected) {
  const actual = sha256File(path);
  if (actual === expected) return;
  throw new StepError(`${basename(path)} has SHA-256 ${actual}, expected ${expected}`);
}

/** @returns {{kind: 'debian' | 'upstream', folder?: string}} */
export function selectOrigin() {
  const choice = process.env.LECTERN_SOURCES ?? '';
  if (choice === 'debian' || choice === 'upstream') return { kind: choice };
  if (choice === '') return { kind: hasDebianSources() ? 'debian' : 'upstream' };
  if (existsSync(choice) && statSync(choice).isDirectory()) return { kind: 'upstream', folder: choice };
  throw new StepError(`LECTERN_SOURCES is "${choice}": expected debian, upstream or a folder`);
}

/** Gives each package's source directory and exact version, fetching what the cache does not hold. */
export class SourceStore {
  #origin = selectOrigin();
  #downloads = join(cacheDirectory(), 'downloads');
  #log = join(cacheDirectory(), 'logs', `sources-${process.pid}.log`);
  #apt = new PrivateApt(join(cacheDirectory(), 'apt'), this.#log);

  /**
   * @param {string[]} names packages of sources.json
   * @returns {Promise<Record<string, {directory: string, version: string}>>}
   */
  async resolve(names) {
    const resolved = {};
    for (const name of names) resolved[name] = this.#lookUp(name);
    const missing = names.filter((name) => resolved[name] === undefined);
    if (missing.length === 0) return resolved;
    await withLock(join(cacheDirectory(), 'locks', 'sources'), async () => {
      const absent = missing.filter((name) => this.#lookUp(name) === undefined);
      if (absent.length > 0 && this.#origin.kind === 'debian') {
        await step('reading the package index', () => this.#apt.update());
      }
      for (const name of absent) await this.#fetch(name);
    });
    for (const name of missing) resolved[name] = this.#lookUp(name);
    return resolved;
  }

  /** How a package is pinned for the origin in use. */
  pin(name) {
    return { ...kPins[name][this.#origin.kind], origin: this.#origin.kind };
  }

  #directory(name) {
    const pin = this.pin(name);
    const label = `${name}-${pin.version}-${this.#origin.kind}-${pin.sha256.slice(0, 8)}`;
    return join(cacheDirectory(), 'sources', label);
  }

  #lookUp(name) {
    const directory = this.#directory(name);
    const versionFile = join(directory, 'VERSION');
    if (!existsSync(versionFile)) return undefined;
    return { directory: join(directory, 'tree'), version: readFileSync(versionFile, 'utf8').trim() };
  }

  async #fetch(name) {
    mkdirSync(this.#downloads, { recursive: true });
    await step(`fetching ${name} ${this.pin(name).version} (${this.#origin.kind})`, async () => {
      const target = this.#directory(name);
      mkdirSync(join(cacheDirectory(), 'sources'), { recursive: true });
      const work = mkdtempSync(`${target}.`);
      try {
        const version = await this.#unpack(this.pin(name), join(work, 'tree'));
        writeFileSync(join(work, 'VERSION'), `${version}\n`);
        rmSync(target, { recursive: true, force: true });
        renameSync(work, target);
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    });
  }

  /** Unpacks a pinned package into `tree` and returns its exact version. */
  async #unpack(pin, tree) {
    if (this.#origin.kind === 'upstream') return this.#unpackTarball(pin, tree);
    const log = this.#log;
    const archive = join(this.#downloads, pin.file);
    if (pin.member) {
      if (!existsSync(archive)) await this.#extractMember(pin, archive);
      verify(archive, pin.sha256);
      return this.#untar(archive, tree, pin);
    }
    if (pin.binary) {
      if (!existsSync(archive)) {
        await this.#apt.downloadBinary(pin.binary, pin.version, this.#downloads);
      }
      verify(archive, pin.sha256);
      await run('dpkg-deb', ['-x', archive, tree], { log });
      return pin.version;
    }
    const { version, dsc } = await this.#apt.downloadSource(pin.source, pin.version, this.#downloads);
    verify(archive, pin.sha256);
    await run('dpkg-source', ['-x', join(this.#downloads, dsc), tree], { log });
    return version;
  }

  async #unpackTarball(pin, tree) {
    return this.#untar(this.#origin.folder ? this.#findLocal(pin) : await this.#download(pin), tree, pin);
  }

  async #untar(archive, tree, pin) {
    mkdirSync(tree);
    await run('tar', ['-xf', archive, '-C', tree, '--strip-components=1'], { log: this.#log });
    return pin.version;
  }

  /** Takes a tarball out of the packaging archive of another source package, of a release of its own. */
  async #extractMember(pin, archive) {
    const work = mkdtempSync(`${archive}.`);
    try {
      const apt = new PrivateApt(join(cacheDirectory(), `apt-${pin.release}`), this.#log, pin.release);
      const packaging = await apt.downloadPackaging(pin.source, pin.sourceVersion, work);
      await run('tar', ['-xf', packaging, '-C', work, '--wildcards', `*${pin.member}`], { log: this.#log });
      const found = readdirSync(work, { recursive: true }).find((name) => name.endsWith(pin.member));
      if (found === undefined) throw new StepError(`${basename(packaging)} holds no ${pin.member}`);
      renameSync(join(work, found), archive);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }

  #findLocal(pin) {
    const folder = this.#origin.folder;
    const match = readdirSync(folder)
      .map((entry) => join(folder, entry))
      .find((path) => statSync(path).isFile() && sha256File(path) === pin.sha256);
    if (match) return match;
    throw new StepError(`${folder} holds no file with SHA-256 ${pin.sha256} (${basename(pin.url)})`);
  }

  async #download(pin) {
    const path = join(this.#downloads, `${pin.sha256.slice(0, 8)}-${basename(pin.url)}`);
    if (!existsSync(path)) {
      const response = await fetch(pin.url);
      if (!response.ok) throw new StepError(`${pin.url} answered ${response.status}`);
      const partial = `${path}.${process.pid}`;
      writeFileSync(partial, Buffer.from(await response.arrayBuffer()));
      verify(partial, pin.sha256);
      renameSync(partial, path);
    }
    verify(path, pin.sha256);
    return path;
  }
}
