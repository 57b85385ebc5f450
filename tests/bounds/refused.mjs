// Small files that asked for gigabytes or minutes before what they ask for was counted, with limits that show it at once.

const kLittleMemory = ['--max-decoded-bytes', '8000000'];

/** @type {Record<string, {n: number, bytes?: number, limits: string[], says: RegExp}>} by the names of amplified.mjs */
export const kRefused = {
  'fonts that share a map to Unicode': { n: 40, limits: kLittleMemory, says: /is too large/ },
  'fonts that share an encoding': { n: 40, limits: kLittleMemory, says: /is too large/ },
  'colors that share a table': { n: 40, limits: kLittleMemory, says: /is too large/ },
  'shadings that share a table': { n: 40, limits: kLittleMemory, says: /is too large/ },
  'glyphs that are shared': { n: 10, limits: kLittleMemory, says: /is too large/ },
  'tables of objects': { n: 400, limits: [], says: /units of work/ },
  'packed objects': { n: 1200, limits: [], says: /units of work/ },
  'a picture drawn often': { n: 200, limits: [], says: /units of work/ },
  'classes of a drawing': { n: 2000, limits: ['--max-work', '20000000'], says: /units of work/ },
  'numbers of many digits': { n: 5000, limits: [], says: /units of work/ },
  'lists of languages': { n: 5000, limits: [], says: /units of work/ },
  'a JPEG of many scans in a drawing': { n: 20, limits: ['--max-work', '1000000000'], says: /units of work/ },
  'spans of dashed text': { n: 5000, limits: [], says: /needs more than the limit/ },
  'arcs that a pen follows': { n: 5000, limits: kLittleMemory, says: /needs more than the limit/ },
  'marked content in marked content': { n: 20_000, limits: [], says: /units of work/ },
  'functions that shadings share': { n: 1000, limits: [], says: /is too large/ },
  'a mesh that content names': { n: 3000, limits: ['--max-work', '50000000'], says: /units of work/ },
  'a tile that is parsed for each object': { n: 200, limits: ['--max-work', '500000000'], says: /units of work/ },
  'lines of a long pattern of dashes': { n: 2000, limits: ['--max-work', '400000000'], says: /units of work/ },
  'short contents that pages share': { n: 60, limits: ['--max-work', '20000000'], says: /contents of the PDF's pages so far/ },
  'layers that all objects are in': { n: 5000, limits: [], says: /units of work/ },
  'cells that share a string': { n: 4000, limits: [], says: /units of work/ },
  'cells of SQLite that share a record of nothing': { n: 20_000, limits: ['--max-work', '100000000'], says: /values of rows that share/ },
  'row groups of Parquet that share a page': { n: 100, limits: ['--max-work', '100000000'], says: /work of one read ended before row/ },
  'cells of xls that share a formula of blanks': { n: 5_000, limits: ['--max-work', '1000000000'], says: /formulas that cells share/ },
  'sheets that share a part': { n: 3000, limits: [], says: /units of work/ },
  'paragraphs of a letter': { n: 100_000, limits: ['--max-work', '100000000'], says: /tags that the package unpacks to/ },
  'PNG frames that are large': { n: 40, limits: ['--max-work', '10000000'], says: /units of work/ },
  'a GIF of large frames': { n: 40, limits: ['--max-work', '10000000'], says: /units of work/ },
  'pieces of an encrypted document that begin with a long salt': { n: 200, limits: ['--max-work', '50000000'], says: /the salts of the document/ },
  'WebP codes': { n: 65_536, limits: [], says: /damaged|too much memory/ },
  'a WebP of large frames': { n: 40, limits: ['--max-work', '10000000'], says: /units of work/ },
};
