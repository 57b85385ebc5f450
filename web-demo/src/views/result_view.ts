/** What the model gets: the verdict, what the read took, and the result drawn, as a request, and as JSON. */
import type { LineNumbers, ToolResult } from 'lectern';
import { announce, button, h, messageOf, selectOf } from '../dom.js';
import { formatBytes, formatCount, formatDuration, formatNumbers, plural } from '../format.js';
import { findHidden } from '../model/hidden.js';
import { jsonView } from '../model/json_view.js';
import { type Asked, renderResult } from '../model/rendered.js';
import { kProviders, kWires, requestJson } from '../model/request.js';
import { imageTokens, textTokens } from '../model/tokens.js';
import type { Reading } from '../protocol.js';
import { choose, onChoice, settings } from '../settings.js';
import { capped } from './capped.js';
import { tabs } from './tabs.js';

export interface Shown extends Reading {
  path: string;
  /** The call that gave the result. */
  input: unknown;
  lineNumbers?: LineNumbers | undefined;
}

/** The switch between providers; all on the page move together. */
function providerSwitch(): HTMLElement {
  const options = kProviders.map((id) => [id, kWires[id].name] as const);
  const select = selectOf(options, settings.provider, (provider) => choose('provider', provider));
  onChoice((name) => {
    if (name === 'provider') select.value = settings.provider;
  });
  return h('label', { class: 'provider' }, h('span', {}, 'Provider'), select);
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

/** Hidden characters of a text, counted by kind. */
function hiddenKinds(text: string): { places: number; kinds: string[] } {
  const found = findHidden(text);
  const counts = new Map<string, number>();
  for (const { label, name } of found) {
    const key = name.startsWith('text') ? `${name}: “${label}”` : `${label} ${name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const kinds = [...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name));
  return { places: found.length, kinds };
}

/** All that a person should know besides, folded into one line. */
function notices({ content, metadata }: ToolResult): HTMLElement | undefined {
  const warnings = metadata.warnings ?? [];
  const { places, kinds } = hiddenKinds(content);
  const [first] = warnings;
  if (places === 0 && first === undefined) return undefined;
  if (places === 0 && warnings.length === 1) return h('p', { class: 'notice' }, first);
  const hidden = places > 0 ? `${plural(places, 'place')} with characters nobody sees` : '';
  const counted = warnings.length > 0 ? plural(warnings.length, 'warning') : '';
  const summary = [hidden, counted].filter((text) => text !== '').join(', ');
  return h(
    'details',
    { class: 'notice' },
    h('summary', {}, places > 0 ? summary : `${summary}: ${first}`),
    h('ul', {}, ...[...warnings, ...kinds].map((text) => h('li', {}, text))),
  );
}

/** How the result was asked for. */
function askedBy({ input, lineNumbers = 'cat' }: Shown): Asked {
  const region = (input as { region?: Asked['region'] } | null)?.region;
  return { lineNumbers, region };
}

export class ResultView {
  readonly element: HTMLElement;
  /** The switch between providers; its place is beside the heading. */
  readonly provider: HTMLElement = providerSwitch();
  readonly #head = h('div', { class: 'result-head' });
  readonly #rendered = h('div', { class: 'panel' });
  readonly #request = h('div', { class: 'panel' });
  readonly #json = h('div', { class: 'panel' });
  readonly #progress = h('div', { class: 'progress', hidden: true });
  readonly #body = h('div', { class: 'result-body', hidden: true });
  readonly #onAbort: () => void;
  #shown: Shown | undefined;
  readonly #invitation: HTMLElement | undefined;
  #tab = 'rendered';

  /**
   * @param id - tells its tabs from those of other views
   * @param invitation - stands in its place until there is something to show
   */
  constructor(id: string, onAbort: () => void, invitation?: HTMLElement) {
    this.#onAbort = onAbort;
    this.#invitation = invitation;
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
    this.element = h('div', { class: 'result' }, invitation, this.#progress, this.#body);
  }

  /** Shows that a read is going on; what was shown before stays, dimmed. */
  busy(loadedBytes = 0, totalBytes = 0): void {
    this.#invitation?.remove();
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
    const { metadata } = result;
    const request = requestJson(kWires[settings.provider].make(result, path));
    const requestBytes = new TextEncoder().encode(JSON.stringify(JSON.parse(request))).length;
    const verdict = (kind: string, role: string, word: string | undefined, text = '') =>
      h('p', { class: `verdict ${kind}`, role }, h('strong', {}, word), ` ${text}`);
    this.#head.replaceChildren(
      h(
        'p',
        { class: 'call' },
        h('span', { class: 'call-name' }, 'Read'),
        h('code', {}, JSON.stringify(input)),
      ),
      result.success
        ? verdict('good', 'status', 'OK', formatNumbers(result.shortResult ?? ''))
        : verdict('bad', 'alert', result.errorCode, result.error),
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
          stats.loadedBytes >= metadata.sizeBytes
            ? `all ${formatBytes(metadata.sizeBytes)}`
            : `${formatBytes(stats.loadedBytes)} of ${formatBytes(metadata.sizeBytes)}`,
          'Bytes of the file that were read',
        ),
      ),
    );
    const notice = notices(result);
    if (notice) this.#head.append(notice);
  }

  /** Fills the panel that is seen; the others wait until they are. */
  #fill(): void {
    if (!this.#shown) return;
    const { result, path } = this.#shown;
    if (this.#tab === 'rendered') {
      const rendered = renderResult(result, settings.provider, askedBy(this.#shown));
      this.#rendered.replaceChildren(capped(rendered, 'the result'));
      if (!result.success) void this.#advise(result, path);
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

  async #advise(result: ToolResult, path: string): Promise<void> {
    // Without its server, or while it is left, the page shows the refusal alone.
    const text = await import('../model/advice.js')
      .then(({ adviceFor }) => adviceFor(result, path))
      .catch(() => undefined);
    if (!text || this.#shown?.result !== result || this.#rendered.querySelector('.advice')) return;
    this.#rendered.append(
      h('section', { class: 'advice' }, h('h3', {}, 'What you can do'), h('p', {}, text)),
    );
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
