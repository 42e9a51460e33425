import { GitCompareArrows } from 'lucide-react';
import { useMemo } from 'react';
import { runsRead } from '#sync/read/playbooks/run-list.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import type { DetailAction } from '#src/views/detail/detail-spec.ts';
import { readRun, type Run } from '../run-row.ts';
import { runCompareSearch } from './run-compare-search.ts';

/** To the run before of the same playbook, where this device knows which that is; else to a choice of them. */
export function useCompareAction({ id, playbook_id: playbookId, created_at: at }: Run): DetailAction {
  const model = useReadModel();
  const live = useLive(() => model.late(runsRead(playbookId ?? NOBODY)), [model, playbookId]);
  // Where some may be missing nobody can say which was the one before.
  const runs = live.value?.state === 'complete' ? live.value.data : undefined;
  // Newest first: the first that is older.
  const before = useMemo(
    () =>
      (runs ?? [])
        .flatMap((raw) => readRun(raw) ?? [])
        .find((run) => run.id !== id && Date.parse(run.created_at ?? '') <= Date.parse(at ?? '')),
    [runs, id, at],
  );
  return {
    is: 'link',
    id: 'compare',
    icon: GitCompareArrows,
    label: before === undefined ? 'Compare with another run' : 'Compare with the run before',
    href: runCompareSearch.href(before === undefined ? { a: id } : { a: before.id, b: id }),
  };
}

/** A playbook that has no runs. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
