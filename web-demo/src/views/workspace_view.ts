/** The second page: a file tree in the browser's own file system, and the tool called on it with JSON, as an agent does. */
import { client, isAbort, WorkerFailure } from '../client.js';
import { announce, button, byId, h, isNarrow, messageOf } from '../dom.js';
import { formatBytes, plural } from '../format.js';
import { jsonView } from '../model/json_view.js';
import type { WorkspaceFile } from '../protocol.js';
import { onChoice, settings } from '../settings.js';
import { fetchSample, filesOf, filesOfDrop, type SourceFile } from '../sources.js';
import { InputFields } from './input_fields.js';
import { ResultView } from './result_view.js';

/** Where the samples go in a new workspace. */
const kTree: Record<string, string> = {
  'README.md': 'hidden.md',
  'data/analysis.ipynb': 'analysis.ipynb',
  'docs/report.pdf': 'report.pdf',
  'docs/letter.txt': 'letter.txt',
  'images/chart.png': 'chart.png',
  'images/damaged.png': 'damaged.png',
  'logs/server.log': 'server.log',
};

/** Files of a dropped folder beyond this are left out: each is written into the browser's storage. */
const kMaxAdded = 1000;

/** Calls that show what the tool answers. */
const kCalls: [name: string, input: object][] = [
  ['A page of a log', { file_path: '/logs/server.log', offset: 2001, limit: 5 }],
  ['A picture', { file_path: 'images/chart.png' }],
  ['Pages of a PDF', { file_path: '/docs/report.pdf', pages: '2-3' }],
  ['Cells of a notebook', { file_path: '/data/analysis.ipynb', cells: '3' }],
  ['Search', { file_path: '/logs/server.log', search: 'login', limit: 5 }],
  ['Outline', { file_path: '/data/analysis.ipynb', outline: true }],
  [
    'A closer look',
    { file_path: '/images/chart.png', region: { x: 40, y: 40, width: 200, height: 150 } },
  ],
  ['A page’s picture', { file_path: '/docs/report.pdf', pages: '2', view: 'picture' }],
  ['A misspelt name', { file_path: '/logs/sever.log' }],
  ['A folder', { file_path: '/docs' }],
  ['A way out', { file_path: '/../../etc/passwd' }],
  ['A wrong argument', { file_path: '/docs/report.pdf', pages: '3-1' }],
];

/** Stands where the answer will be. */
function invitation(): HTMLElement {
  return h(
    'div',
    { class: 'invitation' },
    h(
      'p',
      {},
      h('strong', {}, 'No call yet.'),
      ' Press ',
      h('strong', {}, 'Call Read'),
      ', or one of the calls to try, or a file of the workspace.',
    ),
    h(
      'p',
      { class: 'aside' },
      'What the model gets of it then appears here: to read, as a request, and as JSON.',
    ),
  );
}

/** Files as a nested list, folders first. */
interface Folder {
  folders: Map<string, Folder>;
  files: { name: string; file: WorkspaceFile }[];
}

function treeOf(files: WorkspaceFile[]): Folder {
  const top: Folder = { folders: new Map(), files: [] };
  for (const file of files) {
    const segments = file.path.split('/').filter((segment) => segment !== '');
    const name = segments.pop() ?? '';
    let folder = top;
    for (const segment of segments) {
      const next = folder.folders.get(segment) ?? { folders: new Map(), files: [] };
      folder.folders.set(segment, next);
      folder = next;
    }
    folder.files.push({ name, file });
  }
  return top;
}

export class WorkspaceView {
  readonly #result = new ResultView('call', () => this.#calling?.abort(), invitation());
  readonly #input = byId<HTMLTextAreaElement>('tool-input');
  readonly #fields = new InputFields(this.#input);
  #calling: AbortController | undefined;
  #isOpen = false;

  constructor() {
    byId('answer').append(this.#result.element);
    byId('answer-title').after(this.#result.provider);
    const calls = kCalls.map(([name, input]) =>
      button({ class: 'small' }, () => this.#callWith(input), name),
    );
    byId('calls').append(...calls);
    this.#write(kCalls[0]?.[1] ?? {});
    byId('tool-form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#call();
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void this.#call();
    });
    byId('reset-workspace').addEventListener('click', () => void this.#change(() => this.#fill()));
    const chooser = byId<HTMLInputElement>('add-files');
    chooser.addEventListener('change', () => {
      this.#add(filesOf(chooser.files));
      chooser.value = '';
    });
    byId('workspace').addEventListener('drop', (event) => {
      if (!event.dataTransfer) return;
      filesOfDrop(event.dataTransfer, kMaxAdded).then(
        ({ files, missing }) => {
          this.#add(files);
          if (missing !== '') announce(missing, 'problem');
        },
        (error) => announce(messageOf(error), 'problem'),
      );
    });
    onChoice((name) => {
      if (name === 'provider' && this.#isOpen && this.#calling) void this.#call();
    });
  }

  /** Opens the workspace when its page is first shown, and is done when its files are; a new one gets the samples. */
  async open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    byId<HTMLDetailsElement>('tree-pane').open = !isNarrow();
    await this.#change(async () => {
      const files = await client.ask('list', {});
      return files.length > 0 ? files : this.#fill();
    });
    void this.#describe();
  }

  async #describe(): Promise<void> {
    try {
      const definition = await client.ask('describe', { options: {} });
      this.#fields.show(definition.input_schema);
      byId('definition').replaceChildren(jsonView(JSON.stringify(definition, null, 2)));
    } catch (error) {
      announce(messageOf(error), 'problem');
    }
  }

  #write(input: object): void {
    this.#input.value = JSON.stringify(input, null, 2);
    this.#fields.follow();
  }

  #callWith(input: object): void {
    this.#write(input);
    void this.#call();
  }

  /** Removes what is there and puts the samples in, once they are all here. */
  async #fill(): Promise<WorkspaceFile[]> {
    const samples = Object.entries(kTree).map(async ([path, name]) => {
      const { file } = await fetchSample(name);
      return { path, blob: file };
    });
    const files = await Promise.all(samples);
    await client.ask('remove', { path: '/' });
    return (await client.ask('write', { files })).files;
  }

  #add(files: SourceFile[]): void {
    if (files.length === 0) return;
    const blobs = files.map(({ path, file }) => ({ path, blob: file }));
    void this.#change(async () => {
      const written = await client.ask('write', { files: blobs });
      if (written.unwritten > 0)
        announce(
          `${plural(written.unwritten, 'file')} could not be written into the browser's storage.`,
          'problem',
        );
      return written.files;
    });
  }

  /** Changes the workspace and shows its files. */
  async #change(work: () => Promise<WorkspaceFile[]>): Promise<void> {
    try {
      const files = await work();
      const tree =
        files.length > 0 ? this.#treeList(treeOf(files)) : h('p', { class: 'aside' }, 'No files.');
      byId('tree').replaceChildren(tree);
    } catch (error) {
      const trouble =
        error instanceof WorkerFailure
          ? 'The browser gives no private file system here'
          : 'The samples did not arrive';
      const again = button({ class: 'small' }, () => void this.#change(work), 'Try again');
      byId('tree').replaceChildren(
        h('div', { class: 'notice', role: 'alert' }, `${trouble}: ${messageOf(error)} `, again),
      );
    }
  }

  #treeList({ folders, files }: Folder): HTMLElement {
    const items = [...folders].map(([name, folder]) =>
      h(
        'li',
        {},
        h('details', { open: true }, h('summary', {}, `${name}/`), this.#treeList(folder)),
      ),
    );
    const leaves = files.map(({ name, file }) =>
      h('li', { class: 'leaf' }, ...this.#leaf(name, file)),
    );
    return h('ul', {}, ...items, ...leaves);
  }

  #leaf(name: string, { path, sizeBytes }: WorkspaceFile): HTMLElement[] {
    const read = button(
      { class: 'file', title: `Read ${path}` },
      () => this.#callWith({ file_path: path }),
      h('span', { class: 'file-name' }, name),
      h('span', { class: 'file-about' }, formatBytes(sizeBytes)),
    );
    const remove = button(
      { class: 'remove', 'aria-label': `Remove ${path}`, title: 'Remove' },
      () => void this.#change(() => client.ask('remove', { path })),
      '×',
    );
    return [read, remove];
  }

  async #call(): Promise<void> {
    this.#calling?.abort();
    const calling = new AbortController();
    this.#calling = calling;
    const input = this.#input.value;
    this.#result.busy();
    try {
      const reading = await client.ask(
        'call',
        { input, options: { provider: settings.provider } },
        { signal: calling.signal, onProgress: (loaded, total) => this.#result.busy(loaded, total) },
      );
      if (this.#calling === calling) this.#result.show({ ...reading, ...this.#shownInput(input) });
    } catch (error) {
      if (this.#calling !== calling) return;
      this.#result.fail(isAbort(error) ? 'The call was stopped.' : messageOf(error));
    }
    if (isNarrow()) byId('answer-title').scrollIntoView();
  }

  /** The input as it is shown: what is no JSON goes to the tool, and is shown, as it is. */
  #shownInput(text: string): { input: unknown; path: string } {
    try {
      const input: unknown = JSON.parse(text);
      const path = (input as { file_path?: unknown } | null)?.file_path;
      return { input, path: typeof path === 'string' ? path : '' };
    } catch {
      return { input: text, path: '' };
    }
  }
}
