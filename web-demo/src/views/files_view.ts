/** The first page: files on the left, what the model gets of them on the right. */
import { client, isAbort } from '../client.js';
import { announce, button, byId, h, isNarrow, messageOf } from '../dom.js';
import { formatBytes } from '../format.js';
import { bytesView, personView } from '../person/person_view.js';
import {
  fetchSample,
  filesOf,
  filesOfClipboard,
  filesOfDrop,
  filesOfPaste,
  type SourceFile,
} from '../sources.js';
import { hugeLog, kHugeName, kSampleGroups } from '../samples.js';
import { onChoice, settings } from '../settings.js';
import { capped } from './capped.js';
import { choice } from './choice.js';
import { Controls, type Request } from './controls.js';
import { ResultView } from './result_view.js';
import { tabs } from './tabs.js';

/** Files of a folder beyond this are not listed. */
const kMaxListed = 500;
/** From this size on a file's lines are not counted, and the page tells how it is read without being loaded. */
const kHugeFromBytes = 100_000_000;

/** The focus goes from the files on to the result; it stays where a person has put it in the meantime. */
function focusResult(): void {
  const { activeElement, body } = document;
  const isFree = activeElement === body || byId('chooser').contains(activeElement);
  if (isFree) byId('model-title').focus({ preventScroll: true });
}

export class FilesView {
  readonly #result = new ResultView('file', () => this.#stop());
  readonly #controls = new Controls((request) => void this.#read(request));
  readonly #preview = h('div', { class: 'panel' });
  readonly #bytes = h('div', { class: 'panel' });
  readonly #opened: SourceFile[] = [];
  #current: SourceFile | undefined;
  /** Tells the open file from those before it. */
  #number = 0;
  #request: Request | undefined;
  #reading: AbortController | undefined;

  constructor() {
    this.#fillIntro();
    const { list } = tabs('The file', [
      { id: 'preview', name: 'As a person sees it', panel: this.#preview },
      { id: 'bytes', name: 'Bytes', panel: this.#bytes },
    ]);
    byId('original').append(list, this.#preview, this.#bytes);
    byId('model').append(this.#controls.element, this.#result.element);
    byId('model-title').after(this.#result.provider);
    this.#showSide('model');
    const sides = [
      ['file', 'File'],
      ['model', 'Model'],
    ] as const;
    byId('side').append(choice('Shown', sides, 'model', (side) => this.#showSide(side)).element);
    this.#listen();
    onChoice((name) => {
      if (name === 'provider' && this.#request) void this.#read(this.#request);
    });
  }

  /** Opens a sample of the page by its name. */
  async openSample(name: string): Promise<void> {
    try {
      const source = name === kHugeName ? { path: name, file: hugeLog() } : await fetchSample(name);
      await this.#open(source);
    } catch (error) {
      announce(messageOf(error), 'problem');
    }
  }

  /** Where one pane fits the screen, it is the file's or the model's. */
  #showSide(side: 'file' | 'model'): void {
    byId('files').dataset.side = side;
  }

  #listen(): void {
    const chooser = (id: string) => {
      const input = byId<HTMLInputElement>(id);
      input.addEventListener('change', () => {
        this.#take(filesOf(input.files));
        input.value = '';
      });
    };
    chooser('choose-files');
    chooser('choose-folder');
    // A wide screen has no way to fold or unfold the list.
    matchMedia('(min-width: 64rem)').addEventListener('change', ({ matches }) => {
      if (matches) byId<HTMLDetailsElement>('chooser').open = true;
    });
    byId('paste').addEventListener('click', () => void this.#pasteByButton());
    document.addEventListener('paste', (event) => {
      const target = event.target as HTMLElement;
      if (target.matches('input, textarea') || !event.clipboardData) return;
      this.#take(filesOfPaste(event.clipboardData));
    });
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dragging');
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) document.body.classList.remove('dragging');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dragging');
      if (!event.dataTransfer || byId('workspace').contains(event.target as Node)) return;
      filesOfDrop(event.dataTransfer, kMaxListed).then(
        ({ files, missing }) => {
          this.#take(files);
          if (missing !== '') announce(missing, 'problem');
        },
        (error) => announce(`What was dropped cannot be read: ${messageOf(error)}`, 'problem'),
      );
    });
  }

  async #pasteByButton(): Promise<void> {
    try {
      this.#take(await filesOfClipboard());
    } catch {
      announce(
        'The browser does not let a button read the clipboard: press Ctrl+V or ⌘V.',
        'problem',
      );
    }
  }

  #fillIntro(): void {
    const groups = kSampleGroups.map(({ title, samples }) =>
      h(
        'section',
        {},
        h('h3', {}, title),
        h(
          'ul',
          {},
          ...samples.map(({ name, about }) => h('li', {}, this.#sampleButton(name, about))),
          title === kSampleGroups[0]?.title &&
            h(
              'li',
              {},
              this.#sampleButton(kHugeName, '5 GB, made on the spot, read piece by piece'),
            ),
        ),
      ),
    );
    byId('samples').append(...groups);
  }

  #sampleButton(name: string, about: string): HTMLButtonElement {
    return button(
      { class: 'file', 'data-path': name },
      () => void this.openSample(name),
      h('span', { class: 'file-name' }, name),
      h('span', { class: 'file-about' }, about),
    );
  }

  /** Takes files in; the first one is opened. */
  #take(files: SourceFile[]): void {
    const [first] = files;
    if (!first) {
      announce('There is no file in it.', 'problem');
      return;
    }
    if (location.hash !== '' && location.hash !== '#files') location.hash = '#files';
    const taken = new Set(files.map(({ path }) => path));
    const known = this.#opened.filter(({ path }) => !taken.has(path));
    this.#opened.splice(0, this.#opened.length, ...files.slice(0, kMaxListed), ...known);
    if (files.length > kMaxListed)
      announce(`The first ${kMaxListed} of ${files.length} files are listed.`);
    void this.#open(first);
  }

  #listOpened(): void {
    const items = this.#opened.map((source) =>
      h(
        'li',
        {},
        button(
          { class: 'file', 'data-path': source.path },
          () => void this.#open(source),
          h('span', { class: 'file-name' }, source.path),
          h('span', { class: 'file-about' }, formatBytes(source.file.size)),
        ),
      ),
    );
    byId('opened').replaceChildren(...items);
    byId('opened-files').hidden = items.length === 0;
    for (const element of byId('files').querySelectorAll<HTMLElement>('.file')) {
      const isCurrent = element.dataset.path === this.#current?.path;
      if (isCurrent) element.setAttribute('aria-current', 'true');
      else element.removeAttribute('aria-current');
    }
  }

  async #open(source: SourceFile): Promise<void> {
    this.#current = source;
    this.#number++;
    document.body.classList.add('reading');
    byId('file-title').textContent = source.path;
    byId('file-size').textContent = formatBytes(source.file.size);
    byId('huge-note').hidden = source.file.size < kHugeFromBytes;
    this.#preview.replaceChildren();
    this.#bytes.replaceChildren();
    this.#controls.clear();
    this.#listOpened();
    byId<HTMLDetailsElement>('chooser').open = matchMedia('(min-width: 64rem)').matches;
    if (isNarrow()) scrollTo(0, 0);
    await this.#read({ input: { file_path: source.path }, options: {} });
  }

  /** Reads the current file and shows the result, unless another read begins before it is there. */
  async #read(request: Request): Promise<void> {
    const source = this.#current;
    if (!source) return;
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#request = request;
    const isCurrent = () => this.#reading === reading;
    const { path, file } = source;
    this.#result.busy();
    try {
      const answer = await client.ask(
        'read',
        {
          file: this.#number,
          path,
          blob: file,
          input: request.input,
          options: {
            ...request.options,
            provider: settings.provider,
            text: { ...request.options.text, countLinesUpToBytes: kHugeFromBytes },
          },
        },
        {
          signal: reading.signal,
          onProgress: (loaded, total) => {
            if (isCurrent()) this.#result.busy(loaded, total);
          },
        },
      );
      if (!isCurrent()) return;
      const { lineNumbers } = request.options.text ?? {};
      this.#result.show({ ...answer, path, input: request.input, lineNumbers });
      this.#controls.show(request, answer.result);
      if (this.#preview.childElementCount === 0) {
        focusResult();
        await this.#showOriginal(source, answer.result);
      }
    } catch (error) {
      if (!isCurrent()) return;
      if (isAbort(error)) this.#result.fail('The read was stopped.');
      else this.#result.fail(messageOf(error));
      if (this.#preview.childElementCount === 0) await this.#showOriginal(source);
    }
  }

  async #showOriginal(
    source: SourceFile,
    result?: Parameters<typeof personView>[1],
  ): Promise<void> {
    const bytes = bytesView(source.file).catch((error) =>
      h('p', { class: 'aside' }, messageOf(error)),
    );
    const [preview, hex] = await Promise.all([personView(source.file, result), bytes]);
    if (this.#current !== source) return;
    this.#preview.replaceChildren(capped(preview, 'the file'));
    this.#bytes.replaceChildren(hex);
  }

  #stop(): void {
    this.#reading?.abort();
  }
}
