import { useMemo } from 'react';
import type { SyncError } from '#sync/errors.ts';
import type { Claim } from '#sync/protocol/claim.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { instantMs } from '#src/lib/age.ts';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { usePage } from '#src/platform/replica/use-page.ts';
import { useMinuteNow } from '#src/ui/marks/minute-clock.ts';
import { maybeText } from '#src/views/row-text.ts';
import { useSame } from '#src/views/use-same.ts';
import { changeLines, type ChangeLine } from './change-line.ts';

const DAY_MS = 86_400_000;
/** How long changes are kept on the device; older ones are the server's. */
export const KEPT_DAYS = 7;
/** Lines that are shown; whoever wants more opens the list of changes. */
export const MOST_LINES = 200;
/** As many items fit into one question to the server. */
export const MOST_ITEMS = 100;
const MAX_AGE_MS = 300_000;

/** The changes of some items in the time before a moment, and what they may claim. */
export interface ChangesBefore {
  readonly lines: readonly ChangeLine[];
  readonly total: number;
  readonly basis: Claim['basis'];
  readonly asOf: string | null;
  /** Why the server's answer is not newer, or not here. */
  readonly reason: string | null;
  /** The device has nothing from before this moment; null where it has all of the time that was asked for. */
  readonly lacksBeforeMs: number | null;
  /** Not everything that the device will have is on it yet. */
  readonly isPartial: boolean;
}

export type ChangesBeforeRead =
  | { readonly is: 'loading' }
  | { readonly is: 'forbidden' }
  | { readonly is: 'failed'; readonly error: Pick<SyncError, 'message'> }
  | { readonly is: 'found'; readonly value: ChangesBefore };

/** The server's answer where it is here, now or from earlier, else what this device has; never a mixture of both. */
export function useChangesBefore(
  itemIds: readonly string[],
  untilMs: number,
  windowMs: number,
): ChangesBeforeRead {
  const ids = useSame(itemIds.slice(0, MOST_ITEMS));
  const from = new Date(untilMs - windowMs).toISOString();
  const to = new Date(untilMs).toISOString();
  const { part, isBehind } = usePage(
    {
      source: 'changes',
      query: { id: ids.join(','), includeDeleted: true, sortBy: 'created_at', isDescending: true },
      range: { from, to },
      page: 1,
      size: MOST_LINES,
    },
    MAX_AGE_MS,
  );
  const local = useLocalChanges(ids, from, to);
  const nowMs = useMinuteNow();
  return useMemo((): ChangesBeforeRead => {
    if (part.is === 'forbidden') return { is: 'forbidden' };
    if (part.is === 'found' && !isBehind) {
      const { rows, total } = part.value;
      const { basis, asOf, reason } = part.claim;
      const lines = changeLines(rows, untilMs);
      return {
        is: 'found',
        value: {
          lines,
          total: total ?? lines.length,
          basis,
          asOf,
          reason,
          lacksBeforeMs: null,
          isPartial: false,
        },
      };
    }
    if (local.error !== undefined) return { is: 'failed', error: local.error };
    if (local.rows === undefined || local.answer === undefined) return { is: 'loading' };
    const { state, asOf, total } = local.answer;
    if (state === 'forbidden') return { is: 'forbidden' };
    const keptSinceMs = (instantMs(asOf) ?? nowMs) - KEPT_DAYS * DAY_MS;
    const reason =
      part.is === 'not-here'
        ? part.reason
        : part.is === 'failed'
          ? `The server could not be asked: ${part.error.message}`
          : null;
    const isPartial = state !== 'complete';
    const lacksBeforeMs = untilMs - windowMs < keptSinceMs ? keptSinceMs : null;
    const lines = changeLines(local.rows, untilMs);
    return { is: 'found', value: { lines, total, basis: 'device', asOf, reason, lacksBeforeMs, isPartial } };
  }, [part, isBehind, local, untilMs, windowMs, nowMs]);
}

function useLocalChanges(ids: readonly string[], from: string, to: string) {
  const query: IndexQuery = {
    filters: [
      { kind: 'values', column: 'config_id', include: [...ids], exclude: [] },
      { kind: 'range', column: 'created_at', from, to },
    ],
    text: '',
    sort: { column: 'created_at', descending: true },
    offset: 0,
    limit: MOST_LINES,
    facets: [],
    groups: null,
  };
  const answer = useIndexQuery('config_changes', query);
  const rows = useIndexRows('config_changes', answer.value?.ids ?? NO_IDS);
  const items = useIndexRows('config_items', ids);
  return useMemo(() => {
    const names = new Map(ids.map((id, at) => [id, maybeText(items.value?.[at], 'name')]));
    const isRead =
      answer.value !== undefined && !answer.isBehind && rows.value !== undefined && !rows.isBehind;
    return {
      error: answer.error ?? rows.error,
      answer: isRead ? answer.value : undefined,
      rows: isRead
        ? rows.value?.flatMap((row) =>
            row === null ? [] : [{ ...row, name: names.get(maybeText(row, 'config_id') ?? '') ?? null }],
          )
        : undefined,
    };
  }, [ids, answer.error, answer.value, answer.isBehind, rows.error, rows.value, rows.isBehind, items.value]);
}

const NO_IDS: readonly string[] = [];
