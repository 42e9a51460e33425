import { useMemo } from 'react';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { createFreezer, type Freezer } from './freeze.ts';

/** One freezer as long as a dialog is open: what was fetched ahead is not fetched again. */
export function useFreezer(): Freezer {
  const model = useReadModel();
  const index = useIndexClient();
  const sync = useSync();
  return useMemo(() => createFreezer({ model, index, sync, nowMs: () => Date.now() }), [model, index, sync]);
}
