// Work in a worker with the module syntax of Cloudflare; it comes as the request's body.
import { createReader, createReadTool } from 'lectern';
import { loadPdf } from 'lectern/pdf';

import { runWork } from './run_work.js';

const kEntry = {
  createReader: () => createReader({}, { pdf: loadPdf }),
  createReadTool: (options) => createReadTool(options, { pdf: loadPdf }),
};

export default {
  async fetch(request) {
    return Response.json(await runWork(kEntry, await request.json()));
  },
};
