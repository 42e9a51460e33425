import { vi } from 'vitest';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';

type LogCalls = Pick<SyncClient, 'readLogs' | 'keptLogs' | 'keptLines' | 'keepLogs' | 'logsKept'>;

/** Lines of logs that nobody has and nobody can be asked for. */
export function fakeLogs(): LogCalls {
  return {
    readLogs: vi.fn<SyncClient['readLogs']>(async () => ({ is: 'not-here', reason: 'Not reachable now.' })),
    keptLogs: vi.fn<SyncClient['keptLogs']>(async () => null),
    keptLines: vi.fn<SyncClient['keptLines']>(async () => null),
    keepLogs: vi.fn<SyncClient['keepLogs']>(async () => undefined),
    logsKept: vi.fn<SyncClient['logsKept']>(async () => []),
  };
}
