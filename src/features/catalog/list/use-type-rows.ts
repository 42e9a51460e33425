import { useCallback, useMemo, useState } from 'react';
import type { Claim } from '#sync/protocol/claim.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import type { AskedPage } from '#sync/protocol/paged.ts';
import { usePage } from '#src/platform/use-page.ts';
import { useIndexQuery } from '#src/platform/use-index.ts';
import type { Line, Problem, RowSource } from '#src/views/list/row-source.ts';
import { useServedWords } from '../served-words.ts';
import { filtersOf, summaryQuestion, UNFILTERED } from './catalog-query.ts';
import { catalogSearch, type CatalogParams, type CatalogSearch } from './catalog-search.ts';
import { deletedHidden, usePinnedTypes } from './preferences.ts';
import { byProvider, summariesOf, type ProviderGroup, type TypeSummary } from './summary-row.ts';

/** Spec 9: "results cached 5 minutes". */
const MAX_AGE_MS = 300_000;
/** More types than any catalog has. */
const MAX_TYPES = 2000;

/** The summary: types from the index of this device, with what only the server counts beside them. */
export function useTypeRows(search: CatalogSearch, isShown: boolean): RowSource<TypeSummary, CatalogParams> {
  const view = catalogSearch.view(search);
  const isDeletedHidden = deletedHidden.useIsOn();
  const live = useIndexQuery('config_items', typesQuery(view));
  const question = isShown ? summaryQuestion(view, isDeletedHidden) : null;
  // Where nothing is asked, what is kept already is, and not looked at.
  const { part, refresh } = usePage(question ?? UNFILTERED, question === null ? Infinity : MAX_AGE_MS);
  const pinned = usePinnedTypes();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const result = live.value;
  const rows = question !== null && part.is === 'found' ? part.value.rows : undefined;
  const types = useMemo(() => summariesOf(result?.groups ?? [], rows), [result, rows]);
  const lines = useMemo(() => linesOf(byProvider(types, pinned), closed), [types, pinned, closed]);
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
        : `${types.length.toLocaleString()} types, ${result.total.toLocaleString()} configs${served}`,
    hidden: null,
    lines,
    show: null,
    toggle,
    order: null,
    press: null,
    problems: problemsOf(question, part),
    pages: null,
    refresh: question === null ? null : refresh,
    all: () => Promise.resolve({ rows: types, isWhole: result?.state === 'complete' }),
  };
}

function typesQuery(view: ReturnType<typeof catalogSearch.view>): IndexQuery {
  return {
    filters: filtersOf(view),
    text: '',
    sort: null,
    offset: 0,
    limit: 0,
    facets: [],
    groups: { by: [{ column: 'type' }], split: ['health'], limit: MAX_TYPES },
  };
}

/** Some types are called as their provider is: a line of the one is not that of the other. */
function groupId(provider: string): string {
  return `provider ${provider}`;
}

function linesOf(groups: readonly ProviderGroup[], closed: ReadonlySet<string>): Line<TypeSummary>[] {
  return groups.flatMap(({ provider, types }): Line<TypeSummary>[] => {
    const id = groupId(provider);
    const isOpen = !closed.has(id);
    return [
      { kind: 'group', id, values: [provider], count: types.length, isOpen },
      ...(isOpen ? types : []).map((row) => ({ kind: 'row', id: row.id, row, isMember: true }) as const),
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
