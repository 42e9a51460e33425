import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import { rankedSearch } from '#src/platform/ranked-search.ts';
import { useLive, type Live } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery, useIndexRows, type IndexLive } from '#src/platform/replica/use-index.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { maybeRow, maybeText } from '#src/views/row-text.ts';
import type { FoundLine } from './wizard-types.ts';

/** Lines of an answer; whoever wants others types more of the name. */
export const FOUND_LIMIT = 50;
/** More than the list shows before it is scrolled: they are read and drawn first, the others once those can be seen. */
const FIRST_LINES = 10;
/** Pause in typing after which is searched (spec, section 9: resource search). */
export const SEARCH_DELAY_MS = 300;

export interface Found {
  readonly lines: readonly FoundLine[];
  /** All that match, also those beyond the limit and those whose lines are still read. */
  readonly total: number;
  readonly state: Completeness;
  readonly asOf: string | null;
}

/** Checks or components whose name or type has every word. */
export function useFoundSubjects(type: 'check' | 'topology', text: string): Live<Found> {
  const model = useReadModel();
  const tbl = type === 'check' ? 'checks' : 'components';
  const live = useLive(() => model.findSubjects(tbl, text, FOUND_LIMIT), [model, tbl, text]);
  return useMemo(() => {
    if (live.status === 'loading') return live;
    if (live.status === 'failed') return { ...live, value: undefined };
    const { data, state, asOf } = live.value;
    const lines = data.lines.map((line): FoundLine => ({
      id: line.id,
      title: line.name,
      detail: joined([line.type, line.place]),
      state: line.status,
      source:
        type === 'check'
          ? { kind: 'check', checkId: line.id, name: line.name }
          : { kind: 'topology', componentId: line.id, name: line.name },
    }));
    return { status: 'ready', value: { lines, total: data.total, state, asOf }, error: undefined };
  }, [live, type]);
}

export type PackedType = 'config' | 'config_change' | 'config_analysis';

const TABLES = {
  config: 'config_items',
  config_change: 'config_changes',
  config_analysis: 'config_analysis',
} as const;
const SORTS = { config_change: 'created_at', config_analysis: 'last_observed' } as const;

/** Catalog items by how well they fit, changes and insights newest first, from the index of this device. */
export function useFoundPacked(type: PackedType, text: string): Live<Found> {
  const tbl = TABLES[type];
  const query = useMemo<IndexQuery>(
    () => ({
      filters: [],
      ...(type === 'config' ? rankedSearch(text) : { text, sort: { column: SORTS[type], descending: true } }),
      offset: 0,
      limit: FOUND_LIMIT,
      facets: [],
      groups: null,
    }),
    [type, text],
  );
  const answer = useIndexQuery(tbl, query);
  const isAnswered = answer.value !== undefined && !answer.isBehind;
  const rows = useRowsFirstSeen(tbl, answer.value?.ids ?? NO_IDS, isAnswered ? `${tbl} ${text}` : undefined);
  const configIds = useMemo(
    () => [...new Set((rows.value ?? []).flatMap((row) => maybeText(row, 'config_id') ?? []))],
    [rows.value],
  );
  const configs = useIndexRows('config_items', configIds);
  return useMemo(() => {
    const failure = answer.error ?? rows.error;
    if (failure !== undefined) return { status: 'failed', value: undefined, error: failure };
    if (answer.value === undefined || rows.value === undefined) return LOADING;
    // Names of the items only help to tell lines apart: without them the lines are still these.
    const names = new Map(
      (configs.value ?? []).map((row) => [maybeText(row, 'id') ?? '', maybeText(row, 'name') ?? '']),
    );
    const lines = rows.value.flatMap((row) => (row === null ? [] : [foundLine(type, row, names)]));
    const { total, state, asOf } = answer.value;
    return { status: 'ready', value: { lines, total, state, asOf }, error: undefined };
  }, [answer.error, answer.value, rows.error, rows.value, configs.value, type]);
}

/**
 * Rows of an answer, in its order: the beginning before the rest, for a question that was not asked before. `question`
 * is undefined while the ids answer none, or the one before; an answer that changes by itself is read whole, or a list
 * that was scrolled would jump.
 */
function useRowsFirstSeen(
  tbl: PackedName,
  ids: readonly string[],
  question: string | undefined,
): IndexLive<readonly (JsonRow | null)[]> {
  const [answered, setAnswered] = useState(question);
  if (question !== undefined && question !== answered) setAnswered(question);
  const [seen, setSeen] = useState<string>();
  const isWhole = seen === answered;
  const rows = useIndexRows(tbl, isWhole ? ids : ids.slice(0, FIRST_LINES));
  const isDrawn = rows.status === 'ready' && !rows.isBehind && question !== undefined;
  useLayoutEffect(() => {
    if (!isDrawn || seen === answered) return undefined;
    return afterPaint(() => startTransition(() => setSeen(answered)));
  }, [isDrawn, seen, answered]);
  return rows;
}

const NO_IDS: readonly string[] = [];
const LOADING = { status: 'loading', value: undefined, error: undefined } as const;

function foundLine(type: PackedType, row: JsonRow, names: ReadonlyMap<string, string>): FoundLine {
  const id = maybeText(row, 'id') ?? '';
  const configId = maybeText(row, 'config_id');
  const configName = names.get(configId ?? '') ?? '';
  switch (type) {
    case 'config': {
      const name = maybeText(row, 'name') ?? id;
      const configType = maybeText(row, 'type');
      return {
        id,
        title: name,
        detail: joined([configType, placeOf(row)]),
        state: maybeText(row, 'health') ?? maybeText(row, 'status'),
        source: { kind: 'config', configId: id, name, configType, lines: [], selected: [] },
      };
    }
    case 'config_change': {
      const title = maybeText(row, 'summary') ?? maybeText(row, 'change_type') ?? 'Change';
      return {
        id,
        title,
        detail: joined([maybeText(row, 'change_type'), configName, maybeText(row, 'severity')]),
        state: null,
        source: { kind: 'config_change', changeId: id, configId, name: joined([configName, title]) },
      };
    }
    case 'config_analysis': {
      const title = maybeText(row, 'summary') ?? maybeText(row, 'analyzer') ?? 'Insight';
      return {
        id,
        title,
        detail: joined([
          maybeText(row, 'analyzer'),
          configName,
          maybeText(row, 'severity'),
          maybeText(row, 'status'),
        ]),
        state: null,
        source: { kind: 'config_analysis', analysisId: id, configId, name: joined([configName, title]) },
      };
    }
  }
}

/** Where a catalog item runs: many have one name and one type in every cluster. */
function placeOf(row: JsonRow): string {
  const tags = maybeRow(row, 'tags');
  const named = (keys: readonly string[]): string =>
    keys.flatMap((key) => maybeText(tags, key) ?? []).join('/');
  return named(['cluster', 'namespace']) || named(['account', 'region']);
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
