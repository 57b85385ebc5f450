// node scripts/make_samples.mjs FOLDER: makes the files that the demos read, from nothing but code.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { notebook, reportPdf } from './samples/documents.mjs';
import { applicationDocx, budgetXlsx, reviewPptx } from './samples/office.mjs';
import { invoiceMail, lighthouseEpub, projectZip } from './samples/packages.mjs';
import { bomb, chart, damaged, dashboard, ringsBmp, ringsTiff, stepsSvg } from './samples/pictures.mjs';
import { shopDatabase, weatherParquet } from './samples/tables.mjs';
import { hiddenReadme, htmlPage, japaneseNotice, russianLetter, serverLog } from './samples/texts.mjs';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: make_samples.mjs FOLDER');
const picture = chart();
const log = serverLog();
const samples = {
  'chart.png': picture,
  'dashboard.png': dashboard(),
  'analysis.ipynb': JSON.stringify(notebook(picture), null, 1),
  'report.pdf': reportPdf(),
  'server.log': log,
  'application.docx': applicationDocx(),
  'budget.xlsx': budgetXlsx(),
  'review.pptx': reviewPptx(picture),
  'keeper.epub': lighthouseEpub(),
  'invoice.eml': invoiceMail(),
  'project.zip': projectZip(),
  'shop.sqlite': shopDatabase(),
  'weather.parquet': weatherParquet(),
  'rings.tiff': ringsTiff(),
  'steps.svg': stepsSvg(),
  'hidden.md': hiddenReadme(),
  'letter.txt': russianLetter(),
  'notice.txt': japaneseNotice(),
  'rings.png': ringsBmp(),
  'download.png': htmlPage(),
  'damaged.png': damaged(picture),
  'bomb.png': bomb(),
  'binary.wasm': Buffer.from('0061736d01000000', 'hex'),
};
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(samples)) writeFileSync(join(folder, name), content);
