/** Starts the page. */
import { client } from './client.js';
import { button, byId, h, messageOf } from './dom.js';
import { startOffline } from './offline.js';
import { startTheme } from './theme.js';
import { FilesView } from './views/files_view.js';
import type { WorkspaceView } from './views/workspace_view.js';

/** How long the workspace may take to open before the page offers to be loaded again. */
const kPatienceMs = 10_000;

const kSampleHash = /^#sample=([\w.-]+)$/;

startTheme();
client.start();
const files = new FilesView();
/** Loaded when it is first asked for: most visits never do. */
let workspace: WorkspaceView | undefined;

/** Says where the workspace's files would be why there are none. A browser may not ask for a module that failed again. */
function offerReload(reason: string): void {
  const reload = button({ class: 'small' }, () => location.reload(), 'Load the page again');
  byId('tree').replaceChildren(h('div', { class: 'notice', role: 'alert' }, reason, ' ', reload));
}

async function openWorkspace(): Promise<void> {
  const late = setTimeout(() => offerReload('The workspace takes long to open.'), kPatienceMs);
  try {
    const { WorkspaceView } = await import('./views/workspace_view.js');
    workspace ??= new WorkspaceView();
    await workspace.open();
  } catch (error) {
    offerReload(`The workspace could not be opened: ${messageOf(error)}.`);
  } finally {
    clearTimeout(late);
  }
}

/** The address says what is shown: a sample, the workspace, or the files. */
function follow(): void {
  const isWorkspace = location.hash === '#workspace';
  byId('files').hidden = isWorkspace;
  byId('workspace').hidden = !isWorkspace;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.pages a')) {
    const isCurrent = link.hash === (isWorkspace ? '#workspace' : '#files');
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (isWorkspace) void openWorkspace();
  const sample = kSampleHash.exec(location.hash)?.[1];
  if (sample !== undefined) void files.openSample(sample);
}

addEventListener('hashchange', follow);
follow();
void startOffline();
