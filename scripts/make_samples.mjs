// node scripts/make_samples.mjs FOLDER: makes the files that the demos read, from nothing but code.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { encodePng } from './lib/png.mjs';

const kBars = [0.35, 0.6, 0.45, 0.8, 0.7, 0.95];

/** A bar chart, 640 x 400. */
function chart() {
  const [width, height, margin] = [640, 400, 40];
  const slot = (width - 2 * margin) / kBars.length;
  return encodePng(width, height, (x, y) => {
    const bar = Math.floor((x - margin) / slot);
    const inside = bar >= 0 && bar < kBars.length && (x - margin) % slot < slot * 0.7;
    const top = height - margin - (kBars[bar] ?? 0) * (height - 2 * margin);
    if (inside && y >= top && y < height - margin) return [52, 101, 164];
    const onAxis = (x === margin && y < height - margin) || (y === height - margin && x >= margin);
    return onAxis ? [60, 60, 60] : [250, 250, 248];
  });
}

/** A notebook with markdown, code, a table, a picture and an error. */
function notebook(picture) {
  const code = (execution_count, source, outputs) => ({
    cell_type: 'code',
    execution_count,
    metadata: {},
    outputs,
    source,
  });
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', language: 'python', display_name: 'Python 3' } },
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Sales\n', 'Six months, in thousands.'] },
      code(1, ['import pandas as pd\n', "df = pd.read_csv('sales.csv')\n", 'df.head(2)'], [
        {
          output_type: 'execute_result',
          execution_count: 1,
          metadata: {},
          data: { 'text/plain': ['   month   sales\n', '0  January    35\n', '1  February   60'] },
        },
      ]),
      code(2, ['df.plot.bar()'], [
        { output_type: 'display_data', metadata: {}, data: { 'image/png': picture.toString('base64') } },
      ]),
      code(3, ['df.profit'], [
        {
          output_type: 'error',
          ename: 'AttributeError',
          evalue: "'DataFrame' object has no attribute 'profit'",
          traceback: ["\u001b[31mAttributeError\u001b[0m: 'DataFrame' object has no attribute 'profit'"],
        },
      ]),
    ],
  };
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: make_samples.mjs FOLDER');
mkdirSync(folder, { recursive: true });
const picture = chart();
writeFileSync(join(folder, 'chart.png'), picture);
writeFileSync(join(folder, 'analysis.ipynb'), JSON.stringify(notebook(picture), null, 1));
