// A model that calls Read once and then says what kinds of content it got, over the wires of Anthropic, OpenAI (Responses)
// and Gemini: frameworks talk to it with their own clients.

import { createServer } from 'node:http';

const kModel = 'recorded';
/** Frameworks take messages of one id for the same. */
let count = 0;
const nextId = () => String(++count);

const kUsage = { input_tokens: 10, output_tokens: 5 };

/** "image/png" of a data URL. */
const typeOf = (url) => /^data:([^;,]+)/.exec(url ?? '')?.[1] ?? 'image';

/** The name of the Read tool among those that a request has: hosts of MCP put a prefix before it. */
function readName(names) {
  return names.find((name) => /__Read$/.test(name)) ?? names.find((name) => /^read$/i.test(name));
}

function kindsOfAnthropic({ messages }) {
  const last = messages.findLast(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'tool_result'));
  const result = last?.content.find(({ type }) => type === 'tool_result');
  if (!result) return undefined;
  const content = typeof result.content === 'string' ? [{ type: 'text', text: result.content }] : result.content;
  return [
    ...(result.is_error ? ['an error'] : []),
    ...content.map((part) => (part.type === 'text' ? part.text.split('\n')[0] : (part.source?.media_type ?? part.type))),
  ];
}

function answerAnthropic(request, call) {
  const kinds = kindsOfAnthropic(request);
  const name = readName((request.tools ?? []).map(({ name }) => name));
  const block = kinds || !name
    ? { type: 'text', text: kinds ? `I see: ${kinds.join(', ')}` : 'Nothing to read.' }
    : { type: 'tool_use', id: `toolu_${nextId()}`, name, input: call };
  const stop_reason = block.type === 'text' ? 'end_turn' : 'tool_use';
  const message = { id: `msg_${nextId()}`, type: 'message', role: 'assistant', model: request.model ?? kModel, stop_sequence: null };
  if (!request.stream) return { json: { ...message, content: [block], stop_reason, usage: kUsage } };
  const start = block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
  const delta = block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  return {
    events: [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: kUsage } },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ],
  };
}

function answerOpenAi({ input, tools = [] }, call) {
  const result = Array.isArray(input) && input.findLast(({ type }) => type === 'function_call_output');
  const usage = { ...kUsage, total_tokens: 15, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
  const parts = result && (typeof result.output === 'string' ? [{ type: 'input_text', text: result.output }] : result.output);
  const kinds = parts?.map?.((part) => (part.type === 'input_text' ? part.text.split('\n')[0] : typeOf(part.image_url ?? part.file_data)));
  const output = kinds
    ? {
        type: 'message',
        id: `msg_${nextId()}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: `I see: ${kinds.join(', ')}`, annotations: [] }],
      }
    : {
        type: 'function_call',
        id: `fc_${nextId()}`,
        call_id: `call_${nextId()}`,
        name: readName(tools.map(({ name }) => name)),
        arguments: JSON.stringify(call),
        status: 'completed',
      };
  return { json: { id: `resp_${nextId()}`, object: 'response', created_at: 0, model: kModel, status: 'completed', output: [output], usage } };
}

function answerGemini({ contents }, call) {
  const parts = contents.flatMap((content) => content.parts);
  const result = parts.findLast((part) => part.functionResponse)?.functionResponse;
  const kinds = result && [
    String(result.response.output ?? result.response.error).split('\n')[0],
    ...(result.parts ?? []).map(({ inlineData }) => inlineData.mimeType),
  ];
  const part = kinds
    ? { text: `I see: ${kinds.join(', ')}` }
    : { functionCall: { name: 'Read', args: call } };
  return { json: { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }] } };
}

function answerTo(url, request, call) {
  if (url.includes('/messages/count_tokens')) return { json: { input_tokens: 10 } };
  if (url.includes('/messages')) return answerAnthropic(request, call);
  if (url.includes('/responses')) return answerOpenAi(request, call);
  return url.includes(':generateContent') ? answerGemini(request, call) : undefined;
}

/**
 * Serves the model on the loopback.
 *
 * @param {object} call the input of the Read tool that it writes
 * @returns {Promise<{ url: string, requests: object[], end: () => void }>}
 */
export async function serveModel(call) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const body = text ? JSON.parse(text) : {};
    const answer = request.method === 'POST' ? answerTo(request.url, body, call) : undefined;
    if (!answer) return response.writeHead(404).end('{}');
    requests.push(body);
    if (answer.json) return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of answer.events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, requests, end };
}
