// A tool over files in memory, and requests of MCP to a handler.

import { createReadTool } from 'lectern';
import { memoryFs } from 'lectern/fs/memory';

const kHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export function toolOver(files, options = {}) {
  return createReadTool({ fs: memoryFs(files), root: '/base', provider: 'mcp', ...options });
}

export function post(message, { url = 'http://127.0.0.1/mcp', headers = {} } = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return new Request(url, { method: 'POST', headers: { ...kHeaders, ...headers }, body });
}
