import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { SyncError } from '#sync/errors.ts';
import type { HealthAnswer, HealthLabel, HealthMoment, HealthQuery } from '#sync/protocol/health.ts';
import { keptAnswer, keptQuestion, readKept, type KeptHealth } from '#sync/protocol/health-kept.ts';
import { useFreshnessLimits } from '#src/platform/device/freshness-limits.ts';
import { useHealthClient } from '#src/platform/replica/health-context.tsx';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useHealthQuery, type HealthLive } from '#src/platform/replica/use-health.ts';
import { useKeptUntil, type KeptList } from '#src/platform/replica/use-kept-list.ts';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { queryOf } from './health-query.ts';
import type { HealthView } from './health-search.ts';
import { createRowStore, type KnownRow, type RowStore } from './list/row-store.ts';
import { useSame } from '#src/views/use-same.ts';

/** Whole rows that come with an answer: one screen, so that the first paint needs no second question. */
const FIRST_ROWS = 60;
const MINUTE_MS = 60_000;

/** The present minute of the server: a clock that is wrong on this device must not make old states look live (HLT12). */
export function useServerNow(): number {
  return useMinuteNow() + (useSyncStatus().skewMs ?? 0);
}

/** The minute that decides what is stale; the same for the counts and for every row. */
export function useRoundMinute(): number {
  return Math.floor(useServerNow() / MINUTE_MS) * MINUTE_MS;
}

const LineMinute = createContext(0);
export const LineMinuteProvider = LineMinute;

/** `useRoundMinute` for the lines of the list: the page tells it to all of them, and none follows the clock by itself. */
export function useLineMinute(): number {
  return useContext(LineMinute);
}

/** By what a check that is shown is judged, at that minute: as the counts are. */
export function useMoment(nowMs: number): HealthMoment {
  return { nowMs, limit: useFreshnessLimits().check };
}

/** Its states are aged by the clock, so what was green then is not green now. */
const KEPT: KeptList<HealthQuery, KeptHealth, HealthAnswer> = {
  kind: 'health-list',
  idOf: ({ keepAs }) => keepAs,
  read: (text, query) => readKept(text, keptQuestion(query)),
  answer: (kept, { nowMs }) => keptAnswer(kept, nowMs),
  questionOf: keptQuestion,
};

/** What a view shows: tabs, counts, groups and ids of the checks. */
export function useHealthView(view: HealthView, minuteMs: number): HealthLive<HealthAnswer> {
  const query = queryOf(view, minuteMs, FIRST_ROWS, useFreshnessLimits().check);
  return useKeptUntil(KEPT, useHealthQuery(query), query);
}

const RowStoreContext = createContext<RowStore | null>(null);
export const RowStoreProvider = RowStoreContext;

/** The store of one list, which follows the checks as long as the list is there, and why rows in view could not be read. */
export function useRowStore(): readonly [RowStore, SyncError | null] {
  const health = useHealthClient();
  const store = useMemo(() => createRowStore(health), [health]);
  return [store, useSyncExternalStore(store.follow, store.error)];
}

/** One check of the list; undefined while it is on its way, null when it is not here. */
export function useListedRow(id: string): KnownRow {
  const store = useContext(RowStoreContext);
  if (store === null) throw new Error('useListedRow is used outside RowStoreProvider');
  const subscribe = useCallback((onChange: () => void) => store.want(id, onChange), [store, id]);
  return useSyncExternalStore(subscribe, () => store.get(id));
}

/** The row of a check as far as it is here, for whoever does not follow it. */
export function useKnownRow(): (id: string) => KnownRow {
  const store = useContext(RowStoreContext);
  if (store === null) throw new Error('useKnownRow is used outside RowStoreProvider');
  return store.get;
}

export function useIsSummaryStale(answer: HealthAnswer | undefined): boolean {
  const nowMs = useServerNow();
  const { summaryMs } = useFreshnessLimits();
  const asOfMs = Date.parse(answer?.summaryAsOf ?? answer?.asOf ?? '');
  return !Number.isNaN(asOfMs) && nowMs - asOfMs > summaryMs;
}

const NO_LABELS: readonly HealthLabel[] = [];

/** The labels to choose from: each answer brings them anew, and mostly they are the same. */
export function useLabels(answer: HealthAnswer | undefined): readonly HealthLabel[] {
  return useSame(answer?.labels ?? NO_LABELS);
}
