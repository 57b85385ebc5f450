// Work in a worker with the module syntax of Cloudflare; it comes as the request's body.
import { createReader, createReadTool } from 'lectern';
import { loadDocuments } from 'lectern/documents';
import { loadPictures } from 'lectern/pictures';
import { loadPdf } from 'lectern/pdf';

import { runWork } from './run_work.js';

const kEntry = {
  createReader: () =>
    createReader({}, { documents: loadDocuments, pdf: loadPdf, pictures: loadPictures }),
  createReadTool: (options) =>
    createReadTool(options, { documents: loadDocuments, pdf: loadPdf, pictures: loadPictures }),
};

export default {
  async fetch(request) {
    return Response.json(await runWork(kEntry, await request.json()));
  },
};
