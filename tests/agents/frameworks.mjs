// The examples of agents' frameworks with a recorded model behind the framework's own client.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { kRoot } from '../../scripts/lib/project.mjs';
import { serveModel } from './recorded_model.mjs';

const kPicture = /^I see: Read image: chart\.png \(PNG, [^)]*\), image\/png/;

/** A page that is longer than what some hosts show of a result by themselves. */
const kLong = 'a line of a long page\n'.repeat(1900);

/**
 * What a model asks for, and what it must see: a picture, what is missing, a call that is not written as the schema says, which the tool
 * and no check before it has to judge, and a long page.
 */
const kCalls = {
  picture: [{ file_path: 'chart.png' }, kPicture],
  missing: [{ file_path: 'nowhere.txt' }, /File does not exist: .*nowhere\.txt/],
  mended: [{ path: 'notes.txt', limit: '1' }, /^I see: +1\tone/],
  refused: [{ file_path: 'notes.txt', colour: 'red' }, /unknown field "colour"/],
  long: [{ file_path: 'long.txt' }, /^I see: +1\ta line of a long page/],
};

/** Runs an example with every call. */
async function runExample(name, { files, project, runBeside }, environment, { program = 'agent.mjs', onRequests, ...expected } = {}) {
  const home = join(project, 'home', name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(files, 'long.txt'), kLong);
  for (const [what, [call, pattern]] of Object.entries(kCalls)) {
    const model = await serveModel(call);
    try {
      const env = { PATH: process.env.PATH, HOME: home, ...environment(model.url, home) };
      const args = [join('examples', name, program), files, `What is in ${JSON.stringify(call)}?`];
      const output = await runBeside(process.execPath, args, { env });
      assert.match(output.trim(), expected[what] ?? pattern);
      onRequests?.(model.requests);
    } finally {
      model.end();
    }
  }
  return Object.keys(kCalls).join(', ');
}

const anthropic = (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' });

const openai = (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none' });

/** Pi knows models by a file of its own. */
function environmentOfPi(url, home) {
  const folder = join(home, '.pi', 'agent');
  mkdirSync(folder, { recursive: true });
  const providers = { anthropic: { baseUrl: url, apiKey: 'none' } };
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ providers }));
  return { ...anthropic(url), PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' };
}

/** The example of LangChain with OpenAI's model in place of Claude, as the page says. */
function runLangChainOpenAi(context) {
  const page = readFileSync(join(context.project, 'node_modules', 'lectern', 'docs', 'frameworks.md'), 'utf8');
  const model = 'new ChatOpenAI({ useResponsesApi: true })';
  for (const words of [`\`${model}\``, '`toOpenAIResponses(…).output`']) assert.ok(page.includes(words), words);
  const changes = [
    ["import { ChatAnthropic } from '@langchain/anthropic'", "import { ChatOpenAI } from '@langchain/openai'"],
    ["new ChatAnthropic({ model: 'claude-sonnet-4-6' })", model],
    ['const { content } = toAnthropic', 'const { output: content } = toOpenAIResponses'],
    ['import { toAnthropic,', 'import { toOpenAIResponses,'],
    ["provider: 'anthropic'", "provider: 'openai'"],
  ];
  const folder = join(context.project, 'examples', 'langchain');
  let code = readFileSync(join(folder, 'agent.mjs'), 'utf8');
  for (const [from, to] of changes) {
    assert.ok(code.includes(from), from);
    code = code.replace(from, to);
  }
  writeFileSync(join(folder, 'openai.mjs'), code);
  return runExample('langchain', context, openai, { program: 'openai.mjs' });
}

/** OpenCode loads the file and calls it; its own program is not needed for that. */
async function runOpenCode({ files, project, runBeside }) {
  const file = pathToFileURL(join(project, 'examples', 'opencode', 'read.mjs')).href;
  const program = `import { tool } from '@opencode-ai/plugin';
import read from '${file}';
const z = tool.schema;
const context = { directory: ${JSON.stringify(files)}, abort: new AbortController().signal };
const call = (input) => read.execute(z.object(read.args).parse(input), context);
const { output, attachments } = await call({ file_path: 'chart.png' });
const failure = await call({ file_path: 'nowhere.txt' }).catch((error) => error.message);
const { output: text } = await call({ file_path: 'notes.txt', offset: 2 });
const isStrict = !z.object(read.args).safeParse({ file_path: 1 }).success;
console.log(JSON.stringify({ output, attachments, failure, text, isStrict }));`;
  const args = ['--input-type=module', '--eval', program];
  const seen = JSON.parse(await runBeside(process.execPath, args));
  assert.match(seen.output, /^Read image: chart\.png/);
  assert.equal(seen.attachments[0].mime, 'image/png');
  assert.match(seen.attachments[0].url, /^data:image\/png;base64,iVBOR/);
  assert.match(seen.failure, /File does not exist/);
  assert.match(seen.text, /^ +2\ttwo/);
  assert.equal(seen.isStrict, true);
  return 'a picture, text, and a file that is missing';
}

/** The programs of the documents are those that run here. */
function compareDocuments({ project }) {
  const pages = ['frameworks.md', 'scale.md'].map((name) =>
    readFileSync(join(project, 'node_modules', 'lectern', 'docs', name), 'utf8'),
  );
  const examples = readdirSync(join(project, 'examples'), { recursive: true })
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => readFileSync(join(project, 'examples', name), 'utf8'));
  const blocks = [...pages.join('\n').matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.ok(blocks.length >= 17);
  for (const code of blocks) assert.ok(examples.some((example) => example.includes(code)), code);
  return `${blocks.length} programs`;
}

/** What an example needs in TypeScript beside its JavaScript. The page names the second string. */
const kTypes = {
  'ai-sdk': [],
  'openai-agents': [],
  'claude-agent-sdk': [['instance: server', 'instance: server as never']],
  anthropic: [['const messages =', 'const messages: Anthropic.MessageParam[] =']],
  openai: [
    ['const tools =', 'const tools: OpenAI.Responses.Tool[] ='],
    ['const input =', 'const input: OpenAI.Responses.ResponseInput ='],
    ['...response.output', '...(response.output as OpenAI.Responses.ResponseInput)'],
  ],
  'google-genai': [
    ['const contents =', 'const contents: Content[] ='],
    ['import { GoogleGenAI }', 'import { type Content, GoogleGenAI }'],
  ],
  'opentelemetry/read': [
    ['truncated, cause })', 'truncated, cause }: ReadEvent)'],
    ['import { createReadTool }', 'import { createReadTool, type ReadEvent }'],
  ],
  langchain: [],
  'langchain/graph': [],
  mastra: [
    ['toAiSdk6(result)', 'toAiSdk6(result as ToolResult)'],
    ['import { createReadTool }', 'import { createReadTool, type ToolResult }'],
  ],
};

/** The examples compile as TypeScript with the few words that the page adds to them. */
function checkTypes({ project, run }) {
  const page = readFileSync(join(project, 'node_modules', 'lectern', 'docs', 'frameworks.md'), 'utf8');
  const folder = join(project, 'typed');
  mkdirSync(folder, { recursive: true });
  for (const [name, changes] of Object.entries(kTypes)) {
    const program = name.includes('/') ? name : `${name}/agent`;
    let code = readFileSync(join(project, 'examples', `${program}.mjs`), 'utf8');
    for (const [plain, typed] of changes) {
      assert.ok(code.includes(plain), `${name} has ${plain}`);
      assert.ok(typed.startsWith('import') || page.includes(`\`${typed}\``), `frameworks.md names ${typed}`);
      code = code.replace(plain, typed);
    }
    writeFileSync(join(folder, `${name.replace('/', '-')}.mts`), code);
  }
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
    ...{ module: 'NodeNext', target: 'ES2022', lib: ['ES2023'], types: ['node'] },
    typeRoots: [join(kRoot, 'node_modules', '@types')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
  run(process.execPath, [join(kRoot, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', folder]);
  return `${Object.keys(kTypes).length} programs`;
}

export const kFrameworkCases = {
  documents: compareDocuments,
  types: checkTypes,
  'openai-agents': (context) =>
    runExample('openai-agents', context, (url) => ({ ...openai(url), OPENAI_AGENTS_DISABLE_TRACING: '1' })),
  anthropic: (context) => runExample('anthropic', context, anthropic),
  openai: (context) => runExample('openai', context, openai),
  'google-genai': (context) =>
    runExample('google-genai', context, (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' })),
  'ai-sdk': (context) => runExample('ai-sdk', context, (url) => anthropic(`${url}/v1`)),
  langchain: (context) => runExample('langchain', context, anthropic),
  langgraph: (context) => runExample('langchain', context, anthropic, { program: 'graph.mjs' }),
  'langchain-openai': runLangChainOpenAi,
  'claude-agent-sdk': (context) =>
    runExample('claude-agent-sdk', context, (url) => ({
      ...anthropic(url),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    })),
  mastra: (context) =>
    runExample('mastra', context, (url) => ({
      ...anthropic(`${url}/v1`),
      MASTRA_TELEMETRY_DISABLED: '1',
    })),
  // Pi checks calls by the schema itself, and has no way around it.
  pi: (context) =>
    runExample('pi', context, environmentOfPi, {
      mended: /an error, Validation failed for tool "read"/,
      refused: /an error, Validation failed for tool "read"/,
    }),
  opencode: runOpenCode,
};
