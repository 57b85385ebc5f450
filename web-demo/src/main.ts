/** Starts the page. */
import { client } from './client.js';
import { byId } from './dom.js';
import { startOffline } from './offline.js';
import { startTheme } from './theme.js';
import { FilesView } from './views/files_view.js';
import type { WorkspaceView } from './views/workspace_view.js';

const kSampleHash = /^#sample=([\w.-]+)$/;

startTheme();
client.start();
const files = new FilesView();
/** Loaded when it is first asked for: most visits never do. */
let workspace: WorkspaceView | undefined;

async function openWorkspace(): Promise<void> {
  const { WorkspaceView } = await import('./views/workspace_view.js');
  workspace ??= new WorkspaceView();
  await workspace.open();
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
