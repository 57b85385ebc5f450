// A function behind an HTTP address, on Lambda's Node runtime: reads the file that a request carries.
//
//   curl --data-binary @report.docx 'https://…/?name=report.docx&outline=true'
//
// What it is made of outlives a call: one reader, and with it one WebAssembly instance, for each instance of the function.
import { createReader } from 'lectern';

const reader = createReader({ provider: 'anthropic' });

/** Query strings are text; the reader takes numbers in text, too. */
function inputOf({ name = 'file', ...query }) {
  return { file_path: name, ...query, ...('outline' in query ? { outline: query.outline === 'true' } : {}) };
}

export async function handler({ body = '', isBase64Encoded = false, queryStringParameters }) {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const result = await (await reader).read(bytes, inputOf(queryStringParameters ?? {}));
  return {
    statusCode: result.success ? 200 : 422,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(result),
  };
}
