import { useCallback, useMemo, useState } from 'react';
import type { JsonRow } from '#sync/protocol/op.ts';
import { runsRead } from '#sync/read/playbooks/run-list.ts';
import { rowsRead } from '#sync/read/rows.ts';
import type { RowView } from '#sync/read/rows.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { mappedLines } from '#src/views/list/mapped-lines.ts';
import type { RowSource } from '#src/views/list/row-source.ts';
import { useLiveRows } from '#src/views/list/use-live-rows.ts';
import { maybeText } from '#src/views/row-text.ts';
import { allRunColumns } from '../run-columns.tsx';
import { readRun, type Run } from '../run-row.ts';
import { wantedRuns } from './run-query.ts';
import { runSearch, type RunListParams, type RunListSearch } from './run-search.ts';
import { useServerNow } from './use-server-now.ts';

/** Rows whose names are asked for beyond those in view, so that a slow scroll does not show ids first. */
const AHEAD = 20;
const NONE: readonly JsonRow[] = [];

/** The runs of this device that an address asks for, with the names of what they ran on for those in view. */
export function useLocalRuns(search: RunListSearch): RowSource<Run, RunListParams> {
  const view = runSearch.view(search);
  const model = useReadModel();
  const nowMs = useServerNow();
  const live = useLive(() => model.late(runsRead(view.playbook)), [model, view.playbook]);
  const read = live.value?.data ?? NONE;
  const runs = useMemo(() => read.flatMap((raw) => readRun(raw) ?? []), [read]);
  const rows = useMemo(() => wantedRuns(runs, view, nowMs), [runs, view, nowMs]);
  const source = useLiveRows({ live, rows, columns: allRunColumns, spec: runSearch, search });
  const { lines, all } = source;
  const [shown, setShown] = useState({ first: 0, end: 60 });
  const show = useCallback(
    (first: number, end: number) =>
      setShown((before) => (before.first === first && before.end === end ? before : { first, end })),
    [],
  );
  const inView = useMemo(() => {
    const from = Math.max(0, shown.first - AHEAD);
    return Array.from({ length: shown.end + AHEAD - from }, (_none, at) => lines.at(from + at)).flatMap(
      (line) => (line?.kind === 'row' && line.row ? [line.row] : []),
    );
  }, [lines, shown]);
  const nameOf = useNames(inView);
  const named = useMemo(() => mappedLines(lines, nameOf), [lines, nameOf]);
  const index = useIndexClient();
  return {
    ...source,
    lines: named,
    show,
    all: async () => {
      const { rows: every, isWhole } = await all();
      const items = await itemsOf(index, idsOf(every, 'config_id'));
      return { rows: every.map((run) => withNames(nameOf(run), items, NO_NAMES, NO_NAMES)), isWhole };
    },
  };
}

type Names = ReadonlyMap<string, JsonRow>;
const NO_NAMES: Names = new Map();

function idsOf(runs: readonly Run[], column: 'config_id' | 'component_id' | 'check_id'): readonly string[] {
  return [...new Set(runs.flatMap((run) => run[column] ?? []))].sort();
}

/** What the runs ran on, as far as this device knows it. */
function useNames(runs: readonly Run[]): (run: Run) => Run {
  const model = useReadModel();
  const itemIds = useMemo(() => idsOf(runs, 'config_id'), [runs]);
  const items = useIndexRows('config_items', itemIds).value;
  // The question travels as a text: the same ids in another array are the same question.
  const componentKey = idsOf(runs, 'component_id').join(' ');
  const checkKey = idsOf(runs, 'check_id').join(' ');
  const components = useLive(
    () => model.late(rowsRead('components', { keys: componentKey.split(' ').filter(Boolean) })),
    [model, componentKey],
  ).value?.data;
  const checks = useLive(
    () => model.late(rowsRead('checks', { keys: checkKey.split(' ').filter(Boolean) })),
    [model, checkKey],
  ).value?.data;
  return useMemo(() => {
    const byId = rowsById(items ?? []);
    const [byComponent, byCheck] = [rowsById(rowsIn(components)), rowsById(rowsIn(checks))];
    return (run) => withNames(run, byId, byComponent, byCheck);
  }, [items, components, checks]);
}

const rowsIn = (views: readonly RowView[] | undefined): readonly JsonRow[] =>
  (views ?? []).map(({ row }) => row);

function rowsById(rows: readonly (JsonRow | null)[]): Names {
  return new Map(rows.flatMap((row) => (row === null ? [] : [[maybeText(row, 'id') ?? '', row] as const])));
}

function withNames(run: Run, items: Names, components: Names, checks: Names): Run {
  const named = (row: JsonRow | undefined): Run['config'] =>
    row === undefined ? null : { name: maybeText(row, 'name'), type: maybeText(row, 'type') };
  return {
    ...run,
    config: run.config ?? named(items.get(run.config_id ?? '')),
    component: run.component ?? named(components.get(run.component_id ?? '')),
    check: run.check ?? named(checks.get(run.check_id ?? '')),
  };
}

/** Items of one question; more of them are asked in turn. */
const MAX_ITEMS = 500;

async function itemsOf(index: Pick<IndexClient, 'rows'>, ids: readonly string[]): Promise<Names> {
  const found: (JsonRow | null)[] = [];
  for (let at = 0; at < ids.length; at += MAX_ITEMS)
    found.push(...(await index.rows('config_items', ids.slice(at, at + MAX_ITEMS))));
  return rowsById(found);
}
