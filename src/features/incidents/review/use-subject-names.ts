import { useCallback, useMemo } from 'react';
import type { TimelineEvent } from '#sync/read/timeline.ts';
import { useIndexRows } from '#src/platform/replica/use-index.ts';

/** The index gives at most this many rows at once. */
const MAX_ROWS = 1_000;

/** Names of what events are about; catalog items are looked up in the index of this device. */
export function useSubjectNames(events: readonly TimelineEvent[]): (event: TimelineEvent) => string | null {
  const configIds = useMemo(
    () =>
      [...new Set(events.flatMap(({ subject }) => (subject?.kind === 'config' ? [subject.id] : [])))].slice(
        0,
        MAX_ROWS,
      ),
    [events],
  );
  const rows = useIndexRows('config_items', configIds);
  const names = useMemo(() => {
    const found = new Map<string, string>();
    (rows.value ?? []).forEach((row, index) => {
      const id = configIds[index];
      const name = row?.['name'];
      if (id !== undefined && typeof name === 'string') found.set(id, name);
    });
    return found;
  }, [rows.value, configIds]);
  return useCallback(
    ({ subject }) => (subject === null ? null : (subject.name ?? names.get(subject.id) ?? null)),
    [names],
  );
}
