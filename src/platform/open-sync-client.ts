import type { Identity } from '#sync/protocol/identity.ts';
import { sameIdentity } from '#sync/protocol/identity.ts';
import { buildConfig } from './config.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';
import { createSyncClient, workerPorts, type SyncClient } from './worker-client.ts';

let opened: { identity: Identity; client: SyncClient } | undefined;

/** The one sync client of this tab; asking for another identity ends the worker of the former. */
export function openSyncClient(identity: Identity): SyncClient {
  if (opened !== undefined && sameIdentity(opened.identity, identity)) return opened.client;
  closeSyncClient();
  const client = createSyncClient(
    {
      identity,
      apiBase: buildConfig.apiBase,
      tabId: crypto.randomUUID(),
      appVersion: buildConfig.appVersion,
    },
    workerPorts(spawn()),
  );
  opened = { identity, client };
  return client;
}

/** Ends this tab's worker (sign-out, another person). */
export function closeSyncClient(): void {
  opened?.client.close();
  opened = undefined;
}

const workerUrls = import.meta.glob<string>('/workers/sync.worker.ts', {
  query: '?worker&url',
  import: 'default',
  eager: true,
});

function spawn(): Worker {
  return new Worker(trustedScriptUrl(workerUrls['/workers/sync.worker.ts'] ?? '/sync.worker.js'), {
    type: 'module',
    name: 'holdfast-sync',
  });
}
