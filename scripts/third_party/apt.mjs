// Debian packages without touching the system's apt configuration: the machine's own Debian stanzas are copied
// into a private list, pointed at the pinned release, and used with private state directories. apt verifies the
// signatures. No host name appears here: the mirror is the one this machine already uses.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { StepError, capture, findProgram, run } from '../lib/steps.mjs';

const kRelease = 'bookworm';
const kAptHelper = '/usr/lib/apt/apt-helper';
/** Debian's releases that have no updates and no suite of their own for security. */
const kRolling = ['sid', 'unstable'];
const kDebianSuite =
  /^(bookworm|trixie|forky|sid|bullseye|stable|oldstable|testing|unstable)(-updates|-security|-backports)?$/;

/** Parses deb822 text into stanzas of lower-case field names; continuation lines keep their line breaks. */
function parseDeb822(text) {
  return text.split(/\n\s*\n/).map((block) => {
    const fields = {};
    let last;
    for (const line of block.split('\n')) {
      if (line.startsWith('#') || line.trim() === '') continue;
      if (/^\s/.test(line)) {
        if (last) fields[last] += `\n${line}`;
        continue;
      }
      const colon = line.indexOf(':');
      if (colon < 0) continue;
      last = line.slice(0, colon).trim().toLowerCase();
      fields[last] = line.slice(colon + 1).trim();
    }
    return fields;
  });
}

/** Parses the classic one-line form ("deb [options] uri suite components") into the same stanzas. */
function parseOneLine(text) {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]*)/.exec(line);
    if (!match) return [];
    const [, options = '', uris, suites, components] = match;
    const stanza = { types: 'deb', uris, suites, components: components.trim() };
    for (const option of options.split(/\s+/)) {
      const [name, value] = option.split('=');
      if (value !== undefined) stanza[name.toLowerCase()] = value.replaceAll(',', ' ');
    }
    return [stanza];
  });
}

function readStanzas(etcApt) {
  const parts = join(etcApt, 'sources.list.d');
  const files = [
    join(etcApt, 'sources.list'),
    ...(existsSync(parts) ? readdirSync(parts).sort().map((name) => join(parts, name)) : []),
  ];
  return files.flatMap((file) => {
    if (!existsSync(file)) return [];
    if (file.endsWith('.sources')) return parseDeb822(readFileSync(file, 'utf8'));
    return file.endsWith('.list') ? parseOneLine(readFileSync(file, 'utf8')) : [];
  });
}

/**
 * The text of a private sources file for one release, made from the machine's own Debian stanzas.
 * @param {string} [release] Debian's code name
 * @param {string} [etcApt] apt's configuration directory
 * @returns {string | undefined} undefined when the machine has no Debian stanza
 */
export function privateSourcesList(release = kRelease, etcApt = '/etc/apt') {
  const blocks = new Set();
  for (const stanza of readStanzas(etcApt)) {
    const isEnabled = !/^(no|false|0)$/i.test(stanza.enabled ?? 'yes');
    if (!isEnabled || !/\bdeb\b/.test(stanza.types ?? '') || !stanza.uris) continue;
    const suites = (stanza.suites ?? '').split(/\s+/).filter((suite) => kDebianSuite.test(suite));
    if (suites.length === 0) continue;
    const isSecurity = suites.some((suite) => suite.endsWith('-security'));
    const isRolling = kRolling.includes(release);
    if (isRolling && isSecurity) continue;
    const stable = [release, `${release}-updates`, `${release}-backports`];
    const wanted = isSecurity ? [`${release}-security`] : isRolling ? [release] : stable;
    const lines = [
      'Types: deb deb-src',
      `URIs: ${stanza.uris}`,
      `Suites: ${wanted.join(' ')}`,
      'Components: main',
    ];
    if (stanza['signed-by']) lines.push(`Signed-By: ${stanza['signed-by']}`);
    if (stanza.trusted) lines.push(`Trusted: ${stanza.trusted}`);
    blocks.add(lines.join('\n'));
  }
  return blocks.size === 0 ? undefined : `${[...blocks].join('\n\n')}\n`;
}

/** @returns {boolean} whether Debian's packages can be had here */
export function hasDebianSources() {
  const tools = ['apt-get', 'apt-cache', 'dpkg', 'dpkg-deb', 'dpkg-source'];
  return tools.every(findProgram) && privateSourcesList() !== undefined;
}

/**
 * The addresses of the revisions before one of a stable release: `…-2+deb13u3.…` gives those of u2 and u1.
 * @param {string} address
 * @returns {string[]} the newest first; empty where the revision is not numbered so
 */
export function olderRevisions(address) {
  const number = /(?<=(?:\+|%2b)deb\d+u)\d+(?=\.)/i.exec(address);
  if (number === null) return [];
  const before = address.slice(0, number.index);
  const after = address.slice(number.index + number[0].length);
  return Array.from({ length: Number(number[0]) - 1 }, (_, index) => `${before}${Number(number[0]) - 1 - index}${after}`);
}

/** apt with its own list, index and cache below one directory. */
export class PrivateApt {
  #options;
  #release;
  #root;
  #log;
  #isUpdated = false;

  /**
   * @param {string} root directory for apt's state
   * @param {string} log log file
   * @param {string} [release] Debian's code name
   */
  constructor(root, log, release = kRelease) {
    this.#root = root;
    this.#release = release;
    this.#log = log;
    const settings = {
      'Dir::Etc::sourcelist': join(root, 'lectern.sources'),
      'Dir::Etc::sourceparts': '-',
      'Dir::State::Lists': join(root, 'lists'),
      'Dir::Cache': join(root, 'cache'),
      'Dir::Cache::archives': join(root, 'cache', 'archives'),
      'APT::Sandbox::User': 'root',
      'Acquire::Languages': 'none',
      'Acquire::Retries': '3',
      // A mirror may stand still: what comes of it is pinned, and signed all the same.
      'Acquire::Check-Valid-Until': 'false',
    };
    this.#options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  }

  /** Fetches the index, once per object. */
  async update() {
    if (this.#isUpdated) return;
    const list = privateSourcesList(this.#release);
    if (list === undefined) throw new StepError('this machine has no Debian stanza in its apt sources');
    mkdirSync(join(this.#root, 'lists', 'partial'), { recursive: true });
    mkdirSync(join(this.#root, 'cache', 'archives', 'partial'), { recursive: true });
    writeFileSync(join(this.#root, 'lectern.sources'), list);
    await run('apt-get', [...this.#options, 'update'], { log: this.#log });
    this.#isUpdated = true;
  }

  /**
   * Downloads a source package's newest Debian revision of one upstream version.
   * @param {string} source name of the source package
   * @param {string} upstreamVersion the version without epoch and revision
   * @param {string} folder where the files go
   * @returns {Promise<{version: string, dsc: string}>} the full version, and the .dsc's name
   */
  async downloadSource(source, upstreamVersion, folder) {
    const [version] = await this.#revisions(source, upstreamVersion);
    const args = ['source', '--download-only', '--only-source', `${source}=${version}`];
    await run('apt-get', [...this.#options, ...args], { log: this.#log, cwd: folder });
    return { version, dsc: `${source}_${version.replace(/^\d+:/, '')}.dsc` };
  }

  /**
   * Downloads the packaging archive (`*.debian.tar.*`) of one upstream version: of its newest revision that the mirror
   * still holds, as what is wanted from it is pinned by its own hash. A mirror may have lost what its index names and
   * still hold older revisions, so those are asked for last.
   * @param {string} source name of the source package
   * @param {string} upstreamVersion the version without epoch and revision
   * @param {string} folder where it goes
   * @returns {Promise<string>} its path
   */
  async downloadPackaging(source, upstreamVersion, folder) {
    let failure;
    const addresses = [];
    for (const version of await this.#revisions(source, upstreamVersion)) {
      const args = ['source', '--diff-only', '--only-source', `${source}=${version}`];
      try {
        await run('apt-get', [...this.#options, ...args, '--download-only'], { log: this.#log, cwd: folder });
        const name = readdirSync(folder).find((file) => /\.debian\.tar\.\w+$/.test(file));
        return join(folder, name);
      } catch (error) {
        failure = error;
        const listed = capture('apt-get', [...this.#options, ...args, '--print-uris']);
        addresses.push(...[...listed.matchAll(/^'([^']+\.debian\.tar\.\w+)'/gm)].map((match) => match[1]));
      }
    }
    for (const address of addresses.flatMap(olderRevisions)) {
      const path = join(folder, decodeURIComponent(basename(address)));
      try {
        await run(kAptHelper, [...this.#options, 'download-file', address, path], { log: this.#log });
        return path;
      } catch {
        // The next older one may be there.
      }
    }
    throw failure;
  }

  /** The Debian revisions of one upstream version, the newest first; at least one. */
  async #revisions(source, upstreamVersion) {
    await this.update();
    const index = capture('apt-cache', [...this.#options, 'showsrc', '--only-source', source]);
    const versions = [...index.matchAll(/^Version: (.*)$/gm)]
      .map((match) => match[1])
      .filter((version) => version.replace(/^\d+:/, '').replace(/-[^-]*$/, '') === upstreamVersion);
    if (versions.length === 0) {
      throw new StepError(`no Debian revision of ${source} ${upstreamVersion} in ${this.#release}`);
    }
    return versions.sort((left, right) => (left === right ? 0 : isNewer(left, right) ? -1 : 1));
  }

  /**
   * Downloads a binary package of one exact version.
   * @param {string} name
   * @param {string} version
   * @param {string} folder where the .deb goes
   */
  async downloadBinary(name, version, folder) {
    await this.#download([`${name}=${version}`], folder);
  }

  /**
   * Downloads the newest version of binary packages.
   * @param {string[]} names
   * @param {string} folder where they go
   */
  async downloadNewest(names, folder) {
    await this.#download(names, folder);
  }

  async #download(packages, folder) {
    await this.update();
    await run('apt-get', [...this.#options, 'download', ...packages], { log: this.#log, cwd: folder });
  }
}

function isNewer(version, other) {
  try {
    capture('dpkg', ['--compare-versions', version, 'gt', other]);
    return true;
  } catch {
    return false;
  }
}
