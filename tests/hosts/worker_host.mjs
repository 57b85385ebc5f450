// The cases in a worker with the module syntax of Cloudflare: cases come as the request's body.
import { createReader } from 'lectern';
import { loadPdf } from 'lectern/pdf';

import { runCases } from './run_cases.js';

export default {
  async fetch(request) {
    return Response.json(
      await runCases(() => createReader({}, { pdf: loadPdf }), await request.json()),
    );
  },
};
