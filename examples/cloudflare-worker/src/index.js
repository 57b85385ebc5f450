// Reads files of an R2 bucket: MCP at /mcp, and GET /read?path=… for everybody else.
import { createReadTool } from 'lectern';
import { r2Fs } from 'lectern/fs/r2';
import { createMcpHandler } from 'lectern/mcp';
import { loadPdf } from 'lectern/pdf';

let tool;

/** One tool, and with it one WebAssembly instance, for all requests of this isolate. */
function toolOf(env) {
  const options = {
    fs: r2Fs(env.FILES),
    root: '/',
    provider: 'mcp',
    // A Worker has 128 MB.
    limits: { maxDecodedBytes: 40 * 1024 * 1024 },
  };
  // Workers bundle what they import: without this, PDFs are passed on but their pages are not read.
  tool ??= createReadTool(options, { pdf: loadPdf });
  return tool;
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (url.pathname === '/mcp') return createMcpHandler({ tool: toolOf(env) })(request);
    if (url.pathname === '/read' && request.method === 'GET') {
      const { path: file_path, ...input } = Object.fromEntries(url.searchParams);
      const result = await toolOf(env).execute({ file_path, ...input });
      return Response.json(result, { status: result.success ? 200 : 422 });
    }
    return new Response('GET /read?path=… or POST /mcp\n', { status: 404 });
  },
};
