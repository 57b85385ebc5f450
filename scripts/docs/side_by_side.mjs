// Documents as a person sees them, beside what a model gets of them: the picture that LibreOffice draws, and lectern's Markdown.
//
//   node scripts/docs/side_by_side.mjs            writes docs/side-by-side.md and its pictures, of documents made here
//   node scripts/docs/side_by_side.mjs --check    says whether what the model gets is still what the page shows
//   node scripts/docs/side_by_side.mjs FILE...    writes build/side-by-side/index.html, of any files that LibreOffice opens
//
// The package must be built. Needs soffice (Debian: libreoffice-writer-nogui, -calc-nogui, -impress-nogui, -math-nogui), pdftoppm
// (poppler-utils), and the fonts Liberation, DejaVu and Noto CJK.

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';

import { kRoot } from '../lib/project.mjs';
import { StepError, capture, findProgram, report, runMain } from '../lib/steps.mjs';
import { kDecks } from './side_by_side/decks.mjs';
import { kTexts } from './side_by_side/texts.mjs';

const kPage = join(kRoot, 'docs', 'side-by-side.md');
const kPictures = join(kRoot, 'docs', 'images', 'documents');
const kDotsPerInch = 80;
const kMaxPages = 30;

const stemOf = (path) => basename(path, extname(path));

/** Runs LibreOffice over files, with a profile of its own so that an open window does not matter. */
function convert(format, files, folder) {
  if (files.length === 0) return;
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  capture('soffice', [profile, '--headless', '--convert-to', format, '--outdir', folder, ...files]);
}

/** The pictures of a file's pages. */
function drawPages(path, folder, into) {
  convert('pdf', [path], folder);
  const stem = stemOf(path);
  capture('pdftoppm', ['-png', '-r', String(kDotsPerInch), '-l', String(kMaxPages), join(folder, `${stem}.pdf`), join(into, stem)]);
  const isPage = new RegExp(`^${stem.replace(/[^\w]/g, '\\$&')}-\\d+\\.png$`);
  return readdirSync(into).filter((name) => isPage.test(name)).sort();
}

/** Makes the documents in the formats that they are shown in. */
function makeAll(documents, folder) {
  const flat = documents.map(({ name, make }) => {
    const path = join(folder, `${name}.${documents === kDecks ? 'fodp' : 'fodt'}`);
    writeFileSync(path, make());
    return path;
  });
  for (const format of new Set(documents.map(({ as }) => as))) {
    convert(format, flat.filter((_, at) => documents[at].as === format), folder);
  }
  return documents.map(({ name, as, shows }) => ({ path: join(folder, `${name}.${as}`), shows }));
}

async function contentOf(reader, path) {
  const result = await reader.read(readFileSync(path), { file_path: basename(path) });
  return result.success ? result.content.trimEnd() : result.error;
}

/** Content between fences that it cannot close. */
function fenced(content) {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${content}\n${fence}`;
}

function entry(file, shows, pictures, content) {
  const images = pictures.map((name) => `![${file}](images/documents/${name})`).join('\n\n');
  return `### ${file}: ${shows}\n\n<table><tr><td width="50%">\n\n${images}\n\n</td><td>\n\n${fenced(content)}\n\n</td></tr></table>\n`;
}

async function section(title, documents, reader, folder) {
  const entries = [];
  for (const { path, shows } of makeAll(documents, folder)) {
    report(`  ${basename(path)}`);
    entries.push(entry(basename(path), shows, drawPages(path, folder, kPictures), await contentOf(reader, path)));
  }
  return `## ${title}\n\n${entries.join('\n')}`;
}

async function writeRepositoryPage(reader, folder) {
  rmSync(kPictures, { recursive: true, force: true });
  mkdirSync(kPictures, { recursive: true });
  const head =
    '# Side by side\n\nOn the left a document as LibreOffice draws it, on the right what a model gets of it. Comments, notes of speakers, hidden slides and ' +
    'what lies beside a slide are in no picture.\n\nThe page is made by `node scripts/docs/side_by_side.mjs`, which also makes the documents. ' +
    'With files as arguments it shows those.\n';
  const texts = await section('Word processing', kTexts, reader, folder);
  const decks = await section('Slides', kDecks, reader, folder);
  writeFileSync(kPage, `${head}\n${texts}\n${decks}`);
  report(`wrote ${kPage}`);
}

async function checkRepositoryPage(reader, folder) {
  const page = readFileSync(kPage, 'utf8');
  const files = [...makeAll(kTexts, folder), ...makeAll(kDecks, folder)];
  const contents = await Promise.all(files.map(({ path }) => contentOf(reader, path)));
  const stale = files.filter((_, at) => !page.includes(fenced(contents[at])));
  if (stale.length > 0) throw new StepError(`docs/side-by-side.md shows other text than is read of ${stale.map(({ path }) => basename(path)).join(', ')}`);
  report(`what is read of ${files.length} documents is what docs/side-by-side.md shows`);
}

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function writeFolder(paths, reader, folder) {
  const out = join(kRoot, 'build', 'side-by-side');
  mkdirSync(out, { recursive: true });
  const rows = [];
  for (const path of paths.map((file) => resolve(file))) {
    report(`  ${path}`);
    const content = await contentOf(reader, path);
    const images = drawPages(path, folder, out).map((name) => `<img src="${encodeURIComponent(name)}" alt="">`);
    rows.push(`<h2>${escaped(basename(path))}</h2><div><p>${images.join('<br>')}</p><pre>${escaped(content)}</pre></div>`);
  }
  const look = 'div{display:grid;grid-template-columns:1fr 1fr;gap:1em}img{max-width:100%;border:1px solid}pre{white-space:pre-wrap}';
  writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Side by side</title><style>${look}</style>${rows.join('\n')}`);
  report(`wrote ${join(out, 'index.html')}`);
}

runMain(async () => {
  const missing = ['soffice', 'pdftoppm'].filter((program) => !findProgram(program));
  if (missing.length > 0) throw new StepError(`${missing.join(' and ')} must be installed`);
  const { createReader } = await import(join(kRoot, 'dist', 'hosts', 'node.js'));
  const reader = await createReader();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-side-by-side-'));
  const words = process.argv.slice(2);
  try {
    if (words.length === 0) await writeRepositoryPage(reader, folder);
    else if (words[0] === '--check') await checkRepositoryPage(reader, folder);
    else await writeFolder(words, reader, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    reader.dispose();
  }
});
