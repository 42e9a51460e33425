import { useMemo } from 'react';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { maybeText } from '#src/views/row-text.ts';

const TABLES = { check: 'checks', component: 'components' } as const;
const NONE: readonly string[] = [];

/** What a thing is called on this device; null where it is not here, undefined while that is read. */
export function useSubjectName(subject: RunSubject | null): string | null | undefined {
  const model = useReadModel();
  const { kind, id } = subject ?? {};
  const ids = useMemo(() => (kind === 'config' && id !== undefined ? [id] : NONE), [kind, id]);
  const items = useIndexRows('config_items', ids);
  const row = useLive(async () => {
    if (kind === undefined || kind === 'config' || id === undefined) return null;
    return (await model.inspectRow(TABLES[kind], id)).visible;
  }, [model, kind, id]);
  if (kind === 'config') {
    const [item] = items.value ?? [];
    return item === undefined || item === null ? item : maybeText(item, 'name');
  }
  return row.value === undefined || row.value === null ? row.value : maybeText(row.value, 'name');
}
