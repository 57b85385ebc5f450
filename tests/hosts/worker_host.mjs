// Work in a worker with the module syntax of Cloudflare; it comes as the request's body.
import { createReader, createReadTool } from 'lectern';
import { loadCodecs } from 'lectern/codecs';
import { loadData } from 'lectern/data';
import { loadDocuments } from 'lectern/documents';
import { loadDrawing } from 'lectern/drawing';
import { loadHtml } from 'lectern/html';
import { loadOffice } from 'lectern/office';
import { loadPictures } from 'lectern/pictures';
import { loadPdf } from 'lectern/pdf';
import { loadSheets } from 'lectern/sheets';

import { runWork } from './run_work.js';

const kEntry = {
  createReader: () =>
    createReader(
      {},
      {
        codecs: loadCodecs,
        data: loadData,
        documents: loadDocuments,
        drawing: loadDrawing,
        html: loadHtml,
        office: loadOffice,
        pdf: loadPdf,
        pictures: loadPictures,
        sheets: loadSheets,
      },
    ),
  createReadTool: (options) =>
    createReadTool(options, {
      codecs: loadCodecs,
      data: loadData,
      documents: loadDocuments,
      pdf: loadPdf,
      drawing: loadDrawing,
      pictures: loadPictures,
    }),
};

export default {
  async fetch(request) {
    return Response.json(await runWork(kEntry, await request.json()));
  },
};
