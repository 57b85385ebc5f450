/** What the model gets: the verdict, what the read took, and the result drawn, as a request, and as JSON. */
import type { ToolResult } from 'lectern';
import { announce, button, h, messageOf } from '../dom.js';
import { formatBytes, formatCount, formatDuration, plural } from '../format.js';
import { findHidden } from '../model/hidden.js';
import { jsonView } from '../model/json_view.js';
import { renderResult } from '../model/rendered.js';
import { kProviders, kWires, requestJson } from '../model/request.js';
import { imageTokens, textTokens } from '../model/tokens.js';
import type { Reading } from '../protocol.js';
import { choose, onChoice, settings } from '../settings.js';
import { choice } from './choice.js';
import { tabs } from './tabs.js';

export interface Shown extends Reading {
  path: string;
  /** The call that gave the result. */
  input: unknown;
}

/** The switch between providers; all on the page move together. */
function providerSwitch(): HTMLElement {
  const options = kProviders.map((id) => [id, kWires[id].name] as const);
  const { element, set } = choice('Provider', options, settings.provider, (provider) =>
    choose('provider', provider),
  );
  onChoice((name) => {
    if (name === 'provider') set(settings.provider);
  });
  return element;
}

function fact(name: string, value: string, title?: string): HTMLElement {
  return h('div', { title }, h('dt', {}, name), h('dd', {}, value));
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`Copied ${formatBytes(new TextEncoder().encode(text).length)}.`);
  } catch (error) {
    announce(`The browser does not let the page copy: ${messageOf(error)}`, 'problem');
  }
}

/** "≈ 812 tokens", with what they are for. */
function tokenFact(result: ToolResult): HTMLElement {
  const text = textTokens(result.content);
  const each = (result.images ?? []).map((image) => imageTokens(image, settings.provider));
  const known = each.filter((tokens) => tokens !== undefined);
  const images = known.reduce((sum, tokens) => sum + tokens, 0);
  const isOpen = known.length < each.length || (result.documents?.length ?? 0) > 0;
  const title =
    `Estimates: ${formatCount(text)} for the text, by the core’s rule of thumb, ` +
    `${formatCount(images)} for pictures, by the provider’s own. ` +
    (isOpen ? 'More for what only the model’s provider can tell.' : '');
  return fact('Tokens', `≈ ${formatCount(text + images)}${isOpen ? ' + media' : ''}`, title);
}

function hiddenNote(text: string): HTMLElement | undefined {
  const found = findHidden(text);
  if (found.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { label, name } of found) {
    const key = name.startsWith('text') ? `${name}: “${label}”` : `${label} ${name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const list = [...counts].map(([name, count]) =>
    h('li', {}, count > 1 ? `${name} × ${count}` : name),
  );
  const summary = `${plural(found.length, 'place')} with characters that a person does not see`;
  return h(
    'details',
    { class: 'notice hidden-note' },
    h('summary', {}, summary),
    h('ul', {}, ...list),
  );
}

export class ResultView {
  readonly element: HTMLElement;
  readonly #head = h('div', { class: 'result-head' });
  readonly #rendered = h('div', { class: 'panel' });
  readonly #request = h('div', { class: 'panel' });
  readonly #json = h('div', { class: 'panel' });
  readonly #progress = h('div', { class: 'progress', hidden: true });
  readonly #body = h('div', { class: 'result-body', hidden: true });
  readonly #onAbort: () => void;
  #shown: Shown | undefined;
  #tab = 'rendered';

  /** @param id - tells its tabs from those of other views */
  constructor(id: string, onAbort: () => void) {
    this.#onAbort = onAbort;
    const { list } = tabs(
      'Forms of the result',
      [
        { id: `${id}-rendered`, name: 'Rendered', panel: this.#rendered },
        { id: `${id}-request`, name: 'Request', panel: this.#request },
        { id: `${id}-json`, name: 'JSON', panel: this.#json },
      ],
      (tab) => {
        this.#tab = tab.slice(id.length + 1);
        this.#fill();
      },
    );
    this.#body.append(this.#head, list, this.#rendered, this.#request, this.#json);
    this.element = h('div', { class: 'result' }, providerSwitch(), this.#progress, this.#body);
  }

  /** Shows that a read is going on; what was shown before stays, dimmed. */
  busy(loadedBytes = 0, totalBytes = 0): void {
    this.element.setAttribute('aria-busy', 'true');
    const isKnown = totalBytes > 0;
    const bar = h('progress', {
      'aria-label': 'Reading',
      max: isKnown ? totalBytes : undefined,
      value: isKnown ? loadedBytes : undefined,
    });
    const text = isKnown
      ? `${formatBytes(loadedBytes)} of ${formatBytes(totalBytes)} read`
      : 'Reading …';
    const known = this.#progress.querySelector('progress');
    if (known && isKnown) {
      known.max = totalBytes;
      known.value = loadedBytes;
      (known.nextElementSibling as HTMLElement).textContent = text;
    } else {
      const stop = button({ class: 'small' }, this.#onAbort, 'Stop');
      this.#progress.replaceChildren(bar, h('span', {}, text), stop);
    }
    this.#progress.hidden = false;
  }

  /** Ends what `busy` began. */
  idle(): void {
    this.element.removeAttribute('aria-busy');
    this.#progress.hidden = true;
  }

  show(shown: Shown): void {
    this.idle();
    this.#shown = shown;
    this.#body.hidden = false;
    this.#fillHead(shown);
    this.#fill();
  }

  /** Shows that there is no result at all. */
  fail(message: string): void {
    this.idle();
    this.#shown = undefined;
    this.#body.hidden = false;
    this.#head.replaceChildren(
      h('p', { class: 'verdict bad', role: 'alert' }, h('strong', {}, 'Not read'), ` ${message}`),
    );
    for (const panel of [this.#rendered, this.#request, this.#json]) panel.replaceChildren();
  }

  #fillHead({ result, stats, path, input }: Shown): void {
    const { success, errorCode, error, shortResult, metadata } = result;
    const request = requestJson(kWires[settings.provider].make(result, path));
    const requestBytes = new TextEncoder().encode(JSON.stringify(JSON.parse(request))).length;
    const verdict = success
      ? h(
          'p',
          { class: 'verdict good', role: 'status' },
          h('strong', {}, 'OK'),
          ` ${shortResult ?? ''}`,
        )
      : h(
          'p',
          { class: 'verdict bad', role: 'alert' },
          h('strong', {}, errorCode),
          ` ${error ?? ''}`,
        );
    const warnings = (metadata.warnings ?? []).map((warning) =>
      h('p', { class: 'notice' }, warning),
    );
    this.#head.replaceChildren(
      h(
        'p',
        { class: 'call' },
        h('span', { class: 'call-name' }, 'Read'),
        h('code', {}, JSON.stringify(input)),
      ),
      verdict,
      h(
        'dl',
        { class: 'facts' },
        tokenFact(result),
        fact(
          'Request',
          formatBytes(requestBytes),
          'Bytes of the part below as JSON without spaces',
        ),
        fact('Time', formatDuration(stats.durationMs), 'From the call of the tool to its result'),
        fact(
          'Memory',
          formatBytes(stats.moduleBytes),
          'The WebAssembly module’s memory at its largest since the file was opened',
        ),
        fact(
          'Loaded',
          `${formatBytes(stats.loadedBytes)} of ${formatBytes(metadata.sizeBytes)}`,
          'Bytes of the file that were read',
        ),
      ),
      ...warnings,
    );
    const note = hiddenNote(result.content);
    if (note) this.#head.append(note);
  }

  /** Fills the panel that is seen; the others wait until they are. */
  #fill(): void {
    if (!this.#shown) return;
    const { result, path } = this.#shown;
    if (this.#tab === 'rendered') {
      this.#rendered.replaceChildren(renderResult(result, settings.provider));
    } else if (this.#tab === 'request') {
      const { place, make } = kWires[settings.provider];
      this.#showJson(this.#request, requestJson(make(result, path)), place);
    } else {
      this.#showJson(
        this.#json,
        JSON.stringify(result, null, 2),
        'ToolResult, as the tool gives it',
      );
    }
  }

  #showJson(panel: HTMLElement, json: string, title: string): void {
    const copyButton = button({ class: 'small' }, () => void copy(json), 'Copy');
    copyButton.setAttribute('aria-label', `Copy: ${title}`);
    panel.replaceChildren(
      h('div', { class: 'panel-bar' }, h('span', {}, title), copyButton),
      jsonView(json),
    );
  }
}
