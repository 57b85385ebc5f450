// Results as reads give them, small enough to be read in a golden request.

const kNone = { lineCount: 0, startLine: 0, endLine: 0, totalLines: 0, truncated: false };
const kPng = { data: 'iVBORw0KGgo=', mimeType: 'image/png', width: 1, height: 1 };
const kGif = { data: 'R0lGODlhAQ==', mimeType: 'image/gif', width: 1, height: 1 };

/** Numbered text. */
export const kText = {
  success: true,
  content: '     1\tone\n     2\ttwo',
  shortResult: 'Read 2 of 2 lines',
  contentType: 'text',
  lineCount: 2,
  startLine: 1,
  endLine: 2,
  totalLines: 2,
  truncated: false,
  contentHash: 'ab'.repeat(32),
  metadata: {
    sizeBytes: 8,
    mimeType: 'text/plain',
    modified: '2026-01-02T03:04:05.000Z',
    encoding: 'utf-8',
  },
};

/** Text of a damaged file: what is wrong stands behind it. */
export const kDamaged = {
  ...kText,
  metadata: {
    ...kText.metadata,
    warnings: ['cut off\nat byte 812', ...Array(21).fill('a wrong checksum')],
  },
};

/** One picture. */
export const kImage = {
  ...kNone,
  success: true,
  content: 'Read image: a.png (PNG, 1x1, 8 bytes)',
  contentType: 'image',
  images: [kPng],
  parts: [
    { type: 'text', text: 'Read image: a.png (PNG, 1x1, 8 bytes)' },
    { type: 'image', image: 0 },
  ],
  contentHash: 'cd'.repeat(32),
  metadata: { sizeBytes: 8, mimeType: 'image/png', dimensions: { width: 1, height: 1 } },
};

/** A notebook: text, a picture, blank text, a GIF that not every provider takes, text. */
export const kNotebook = {
  ...kNone,
  success: true,
  content: '# Jupyter Notebook (python)\nafter',
  contentType: 'notebook',
  images: [kPng, kGif],
  parts: [
    { type: 'text', text: '# Jupyter Notebook (python)' },
    { type: 'image', image: 0 },
    { type: 'text', text: '\n' },
    { type: 'image', image: 1 },
    { type: 'text', text: 'after' },
  ],
  lineCount: 2,
  metadata: {
    sizeBytes: 100,
    mimeType: 'application/x-ipynb+json',
    cellCount: 3,
    language: 'python',
  },
};

/** A PDF as a document. */
export const kDocument = {
  ...kNone,
  success: true,
  content: 'Read PDF: a.pdf (2 pages, 8 bytes)',
  contentType: 'pdf',
  documents: [{ data: 'JVBERi0xLjc=', mimeType: 'application/pdf', pageCount: 2 }],
  metadata: { sizeBytes: 8, mimeType: 'application/pdf', pageCount: 2 },
};

/** A PDF as pages; the second one is a picture. */
export const kPages = {
  ...kNone,
  success: true,
  content: '--- Page 1 of 2 ---\nfirst page\n\n--- Page 2 of 2 ---\n(picture)',
  contentType: 'pdf',
  images: [{ ...kPng, page: 2 }],
  parts: [
    { type: 'text', text: '--- Page 1 of 2 ---\nfirst page\n', page: 1 },
    { type: 'text', text: '\n--- Page 2 of 2 ---\n(picture)', page: 2 },
    { type: 'image', image: 0, page: 2 },
  ],
  lineCount: 5,
  metadata: { sizeBytes: 800, mimeType: 'application/pdf', pageCount: 2 },
};

/** A failure. */
export const kFailure = {
  ...kNone,
  success: false,
  content: 'File does not exist: /a.txt\nDid you mean /b.txt?',
  error: 'File does not exist: /a.txt',
  errorCode: 'FILE_NOT_FOUND',
  contentType: 'text',
  metadata: { sizeBytes: 0, mimeType: 'text/plain' },
};

/** All of them by name. */
export const kResults = {
  text: kText,
  damaged: kDamaged,
  image: kImage,
  notebook: kNotebook,
  document: kDocument,
  pages: kPages,
  failure: kFailure,
};
