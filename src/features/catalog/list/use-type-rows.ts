import { useCallback, useMemo, useState } from 'react';
import type { Claim } from '#sync/protocol/claim.ts';
import { keptIndexQuestion, readKeptIndex } from '#sync/protocol/index-kept.ts';
import type { IndexQuery, IndexResult } from '#sync/protocol/index-query.ts';
import { keptIn } from '#sync/protocol/kept-list.ts';
import type { AskedPage } from '#sync/protocol/paged.ts';
import { useKeptUntil, type KeptList } from '#src/platform/replica/use-kept-list.ts';
import { usePage } from '#src/platform/replica/use-page.ts';
import { useIndexQuery, type IndexLive } from '#src/platform/replica/use-index.ts';
import type { Line, Problem, RowSource } from '#src/views/list/row-source.ts';
import { useServedWords } from '#src/views/served-words.ts';
import { dimensionOf, NO_FACTS } from './group-dimensions.ts';
import { filtersOf, summaryGroups, summaryQuestion, UNFILTERED } from './catalog-query.ts';
import { catalogSearch, type CatalogParams, type CatalogSearch, type CatalogView } from './catalog-search.ts';
import { ON_SERVER_ONLY } from './deleted-offer.ts';
import { deletedHidden, usePinnedTypes } from './preferences.ts';
import { summariesOf, underHeads, type HeadedTypes, type TypeSummary } from './summary-row.ts';

/** Spec 9: "results cached 5 minutes". */
const MAX_AGE_MS = 300_000;
const KEPT: KeptList<IndexQuery, IndexResult, IndexResult> = {
  kind: 'index-list',
  idOf: ({ keepAs }) => keepAs && keptIn('config_items', keepAs),
  read: readKeptIndex,
  answer: (kept) => kept,
  questionOf: keptIndexQuestion,
};

/** More types, and values of tags, than any summary is read of. */
const MAX_TYPES = 5000;

/** The summary: types from the index of this device, with what only the server counts beside them. */
export function useTypeRows(search: CatalogSearch, isShown: boolean): RowSource<TypeSummary, CatalogParams> {
  const view = catalogSearch.view(search);
  const isDeletedHidden = deletedHidden.useIsOn();
  const query = typesQuery(view, isShown);
  const live = useKeptUntil(KEPT, useIndexQuery('config_items', query), query);
  const question = isShown ? summaryQuestion(view, isDeletedHidden) : null;
  // Where nothing is asked, what is kept already is, and not looked at.
  const { part, refresh } = usePage(question ?? UNFILTERED, question === null ? Infinity : MAX_AGE_MS);
  const pinned = usePinnedTypes();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const result = live.value;
  const rows = question !== null && part.is === 'found' ? part.value.rows : undefined;
  const shown = useGathered(live, view.groupBy);
  const types = useMemo(() => summariesOf(shown.result?.groups ?? [], rows, shown.by), [shown, rows]);
  const lines = useMemo(() => linesOf(underHeads(types, pinned), closed), [types, pinned, closed]);
  const toggle = useCallback(
    (group: string, isOpen: boolean) =>
      setClosed((before) => {
        const next = new Set(before);
        if (isOpen) next.delete(group);
        else next.add(group);
        return next;
      }),
    [],
  );
  const isServed = question !== null || view.tags !== '';
  const served = useServedWords(question === null ? undefined : part, 'changes, analysis and costs');
  const claim = useMemo(
    (): Claim | undefined =>
      result && {
        state: result.state,
        basis: 'device',
        asOf: result.asOf,
        lacks: result.lacks,
        reason: null,
      },
    [result],
  );
  return {
    claim,
    error: live.error,
    isStale: false,
    total: result === undefined ? null : types.length,
    counted:
      result === undefined
        ? ''
        : `${types.length.toLocaleString()} ${view.groupBy === '' ? 'types' : 'groups'}, ${result.total.toLocaleString()} configs${isServed ? served : NOT_SERVED}`,
    hidden: isDeletedHidden ? null : ON_SERVER_ONLY,
    lines,
    show: null,
    toggle,
    order: null,
    press: null,
    problems: problemsOf(question, part),
    among: { tbl: 'config_items', asked: { filters: filtersOf(view), text: '' } },
    pages: null,
    refresh: question === null ? null : refresh,
    all: () => Promise.resolve({ rows: types, isWhole: result?.state === 'complete' }),
  };
}

const NOT_SERVED = '; the server does not count changes, analysis and costs by status or health';

/** The last answer with what it is gathered by: while another one is on its way it is not read as that. */
function useGathered({ value: result, isBehind }: IndexLive<IndexResult>, groupBy: string) {
  const [held, setHeld] = useState({ result, groupBy });
  const isNew = !isBehind && (held.result !== result || held.groupBy !== groupBy);
  if (isNew) setHeld({ result, groupBy });
  const shown = isNew ? { result, groupBy } : held;
  return useMemo(
    () => ({ result: shown.result, by: summaryGroups(shown.groupBy) }),
    [shown.result, shown.groupBy],
  );
}

function typesQuery(view: CatalogView, isShown: boolean): IndexQuery {
  // A start mostly opens the summary as it is without an address, or, after a reload, as it was.
  const as = catalogSearch.orderKey(view) === catalogSearch.path ? 'start' : 'last';
  return {
    ...(isShown ? { keepAs: as } : {}),
    filters: filtersOf(view),
    text: '',
    sort: null,
    offset: 0,
    limit: 0,
    facets: [],
    groups: {
      by: summaryGroups(view.groupBy).map((group) => dimensionOf(group, NO_FACTS)),
      split: ['health'],
      limit: MAX_TYPES,
    },
  };
}

/** Some types are called as their provider is: a line of the one is not that of the other. */
function groupId(heads: readonly string[]): string {
  return `under ${JSON.stringify(heads)}`;
}

function linesOf(groups: readonly HeadedTypes[], closed: ReadonlySet<string>): Line<TypeSummary>[] {
  return groups.flatMap(({ heads, types }): Line<TypeSummary>[] => {
    const id = groupId(heads);
    const isOpen = heads.length === 0 || !closed.has(id);
    const isMember = heads.length > 0;
    return [
      ...(isMember ? [{ kind: 'group', id, values: heads, count: types.length, isOpen } as const] : []),
      ...(isOpen ? types : []).map((row) => ({ kind: 'row', id: row.id, row, isMember }) as const),
    ];
  });
}

/** Why the numbers of the server are not there. */
function problemsOf(
  question: AskedPage | null,
  part: ReturnType<typeof usePage>['part'],
): readonly Problem[] {
  if (question === null || part.is !== 'failed') return [];
  return [{ error: part.error, text: 'Changes, analysis and costs could not be read from the server' }];
}
