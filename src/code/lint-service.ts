import { wrap } from 'comlink';
// oxlint-disable-next-line import/default -- Vite answers `?worker&url` with an address, not with the module
import yamlWorkerUrl from '#workers/yaml.worker.ts?worker&url';
import type { YamlContract } from '#workers/contracts/yaml-contract.ts';
import { heldWorker } from '#src/platform/replica/held-worker.ts';
import { trustedScriptUrl } from '#src/platform/shell/trusted-script-url.ts';

/** A pattern of a schema can take for ever; nobody waits longer for a check. */
const PATIENCE_MS = 15_000;

/** The one worker of this page that reads YAML and JSON. */
export const lintWorker = heldWorker((onCrash) => {
  const worker = new Worker(trustedScriptUrl(yamlWorkerUrl), { type: 'module', name: 'holdfast-yaml' });
  worker.addEventListener('error', ({ message }) =>
    onCrash(message === '' ? 'The part that checks texts could not be loaded.' : message),
  );
  return { api: wrap<YamlContract>(worker), terminate: () => worker.terminate() };
}, PATIENCE_MS);
