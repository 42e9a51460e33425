import ELK from 'elkjs/lib/elk-api.js';
// oxlint-disable-next-line import/default -- Vite answers `?worker&url` with an address, not with the module
import layoutWorkerUrl from '#workers/layout.worker.ts?worker&url';
import { heldWorker } from '#src/platform/replica/held-worker.ts';
import { trustedScriptUrl } from '#src/platform/shell/trusted-script-url.ts';
import { fromElk, toElk, type Layout, type LayoutQuestion } from './layout-question.ts';

/** A graph that takes longer is no help to anybody. */
const PATIENCE_MS = 60_000;

/** The one worker of this page that lays out graphs. */
export const layoutWorker = heldWorker((onCrash) => {
  const worker = new Worker(trustedScriptUrl(layoutWorkerUrl), { type: 'module', name: 'holdfast-layout' });
  worker.addEventListener('error', ({ message }) =>
    onCrash(message === '' ? 'The part that lays out graphs could not be loaded.' : message),
  );
  return {
    api: new ELK({ workerFactory: () => worker, algorithms: ['layered', 'mrtree'] }),
    terminate: () => worker.terminate(),
  };
}, PATIENCE_MS);

export function layOut(question: LayoutQuestion): Promise<Layout> {
  return layoutWorker.ask(async (elk) => fromElk(question, await elk.layout(toElk(question))));
}
