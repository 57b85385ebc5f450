// Large documents, made here: time and memory of lectern and of other readers, each in a process of its own.
//
//   node bench/documents/large.mjs [--json] [NAME...]      NAME: report, deck, page, mail, pages
//
// Times are the fastest of three reads, as a ratio to lectern's; memory is the peak of the process less that of a process which
// read one small file. The package must be built.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { ensurePackages } from '../../scripts/lib/packages.mjs';
import { kLogs } from '../../scripts/lib/project.mjs';
import { runMain } from '../../scripts/lib/steps.mjs';
import { kArguments, printTable } from '../lib/report.mjs';
import { kEngines } from './engines.mjs';
import { makeDeck, makeMail, makePage, makeReport } from './made.mjs';
import { makePages, sharesFound } from './made_pages.mjs';
import { runEngine } from './run_engine.mjs';

const kReads = { runs: 3, maxMs: 180_000 };
const kMib = 2 ** 20;

/** What is read: a title, its name, how it is made at a size, and what the peers are compared by. */
const kDocuments = {
  report: { title: 'A Word document of 1,000 pages', file: 'report.docx', make: makeReport, size: 1000, most: 1 / 2, maxMib: 48 },
  deck: { title: 'A deck of 300 slides with 100 MB of media', file: 'deck.pptx', make: makeDeck, size: 300, most: 1 / 5, maxMib: 48 },
  page: { title: 'A web page of 5 MB', file: 'page.html', make: makePage, size: 20_000, most: 1 / 5 },
  mail: { title: 'A mail with 10 MB of attachments', file: 'mail.eml', make: makeMail, size: 10 },
};

/** Time and memory of an engine for one file; undefined when it does not read it or is not installed. */
async function measure(engine, path, small) {
  const [base] = (await runEngine(engine, [small])) ?? [];
  const [answer] = base ? ((await runEngine(engine, [path], kReads)) ?? []) : [];
  if (!answer?.success || !base) return undefined;
  return { ms: answer.ms, mib: (answer.peakRss - (base.peakRss ?? 0)) / kMib, content: answer.content };
}

/** Ten web pages of 1.5 MB: time and memory of each reader, and what it has found of words, links and cells of tables. */
async function measurePages(folder) {
  const small = join(folder, 'small.html');
  writeFileSync(small, '<p>small');
  for (const [kind, page] of makePages(1_500_000)) {
    const path = join(folder, 'big.html');
    writeFileSync(path, page);
    const rows = [];
    for (const [engine, { reads }] of Object.entries(kEngines)) {
      if (!reads.includes('html')) continue;
      const measured = await measure(engine, path, small);
      if (measured) rows.push([engine, measured]);
    }
    const base = rows[0][1].ms;
    const cells = rows.map(([engine, { ms, mib, content }]) => [engine, ms.toFixed(0), (ms / base).toFixed(1), mib.toFixed(0), ...sharesFound(page, content)]);
    const title = `A web page of ${(page.length / 1e6).toFixed(1)} M characters: ${kind}`;
    printTable(title, ['', 'ms', 'ratio', 'MiB', '% words', '% links', '% cells'], cells, goalsOf({ most: 1 / 5 }, rows, 0));
  }
}

function goalsOf({ most, maxMib }, rows, fileMib) {
  const [lectern, ...peers] = rows;
  const goals = [];
  const fastest = Math.min(...peers.filter(([name]) => name !== 'pandoc').map(([, { ms }]) => ms));
  const ratio = lectern[1].ms / fastest;
  if (most && peers.length > 0) goals.push({ goal: `at most ${most} of the fastest JavaScript reader's time`, value: ratio.toFixed(2), met: ratio <= most });
  if (maxMib) {
    const beside = lectern[1].mib - fileMib;
    goals.push({ goal: `at most ${maxMib} MiB beside the file`, value: `${beside.toFixed(0)} MiB`, met: beside <= maxMib });
  }
  return goals;
}

runMain(async () => {
  await ensurePackages(import.meta.dirname, 'readers of documents to compare with', join(kLogs, 'bench-documents.log'));
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    for (const name of kArguments.length > 0 ? kArguments : [...Object.keys(kDocuments), 'pages']) {
      if (name === 'pages') {
        await measurePages(folder);
        continue;
      }
      const document = kDocuments[name];
      const bytes = document.make(document.size);
      const path = join(folder, document.file);
      const small = join(folder, `small-${document.file}`);
      writeFileSync(path, bytes);
      writeFileSync(small, document.make(1));
      const rows = [];
      for (const [engine, { reads }] of Object.entries(kEngines)) {
        if (!reads.includes(extname(path).slice(1))) continue;
        const measured = await measure(engine, path, small);
        if (measured) rows.push([engine, measured]);
      }
      const base = rows[0][1].ms;
      const cells = rows.map(([engine, { ms, mib, content }]) => [engine, ms.toFixed(0), (ms / base).toFixed(1), mib.toFixed(0), String(content.length)]);
      const title = `${document.title}, ${(bytes.length / 1e6).toFixed(1)} MB`;
      printTable(title, ['', 'ms', 'ratio', 'MiB', 'characters'], cells, goalsOf(document, rows, bytes.length / kMib));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
