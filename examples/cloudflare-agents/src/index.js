// An agent of Cloudflare's Agents SDK that answers questions about the files of a bucket: POST /agents/file-agent/NAME with the
// question. What it has read it remembers between requests, as its state.
import { Agent, routeAgentRequest } from 'agents';
import { createReadTool } from 'lectern';
import { r2Fs } from 'lectern/fs/r2';
import { loadPdf } from 'lectern/pdf';
import { toAnthropic } from 'lectern/wires';

const kMaxTurns = 10;

export class FileAgent extends Agent {
  initialState = { read: [] };

  /** One tool, and with it one WebAssembly instance, while the agent is awake. */
  #reader = createReadTool(
    {
      fs: r2Fs(this.env.FILES),
      root: '/',
      provider: 'anthropic',
      // A Durable Object has 128 MB.
      limits: { maxDecodedBytes: 40 * 1024 * 1024 },
      onRead: ({ path, success }) => success && this.setState({ read: [...this.state.read, path] }),
    },
    { pdf: loadPdf },
  );

  async onRequest(request) {
    if (request.method !== 'POST') return Response.json(this.state);
    return new Response(await this.answer(await request.text(), request.signal));
  }

  async answer(question, signal) {
    const { name, description, inputSchema } = this.#reader;
    const messages = [{ role: 'user', content: question }];
    for (let turn = 0; turn < kMaxTurns; turn++) {
      const { content } = await this.#ask({ messages, tools: [{ name, description, input_schema: inputSchema }] }, signal);
      const calls = content.filter(({ type }) => type === 'tool_use');
      if (calls.length === 0) return content.map(({ text }) => text).join('');
      const read = async ({ id, input }) => toAnthropic(await this.#reader.execute(input, { signal }), { callId: id });
      messages.push({ role: 'assistant', content }, { role: 'user', content: await Promise.all(calls.map(read)) });
    }
    return 'It took too many turns.';
  }

  async #ask(body, signal) {
    const response = await fetch(`${this.env.ANTHROPIC_BASE_URL}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.env.ANTHROPIC_API_KEY, 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model: 'claude-sonnet-4-6', max_tokens: 4096, ...body }),
      signal,
    });
    if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}

export default {
  async fetch(request, env) {
    return (await routeAgentRequest(request, env)) ?? new Response('POST /agents/file-agent/NAME\n', { status: 404 });
  },
};
