// Work in a worker with the module syntax of Cloudflare; it comes as the request's body.
import { createReader, createReadTool } from 'lectern';
import { loadCodecs } from 'lectern/codecs';
import { loadData } from 'lectern/data';
import { loadDocuments } from 'lectern/documents';
import { loadDrawing } from 'lectern/drawing';
import { loadPictures } from 'lectern/pictures';
import { loadPdf } from 'lectern/pdf';

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
        pdf: loadPdf,
        pictures: loadPictures,
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
