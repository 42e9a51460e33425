import { useMemo } from 'react';
import type { SyncError } from '#sync/errors.ts';
import type { Absence } from '#sync/read/coverage.ts';
import { instantMs } from '#src/lib/age.ts';
import { windowedId } from '#sync/protocol/document-facts.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { reachOf, type CheckWindow } from '../check-window.ts';
import { graphOfRuns, graphOfServer, type GraphData } from './graph-data.ts';
import { useRuns } from './use-runs.ts';

/** Latency and status of a window with what may be said about them. */
export type GraphRead =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: SyncError }
  /** Nothing of it is here, and nothing came. */
  | { readonly status: 'missing'; readonly why: 'unloaded' | 'forbidden' }
  | {
      readonly status: 'ready';
      readonly data: GraphData;
      /** `device`: computed here from the runs; `server`: its own answer. */
      readonly source: 'device' | 'server';
      /** Server time of what it was computed from. */
      readonly asOf: string | null;
      /** Server time before which nothing is here; null where the whole window is. */
      readonly since: string | null;
      readonly fromMs: number;
      readonly toMs: number;
      /** Up to when it was heard of; after that nothing is known. */
      readonly heardMs: number;
    };

/**
 * From the runs on this device where they are all here; else from the server's own answer, kept for when it cannot be
 * asked; else from as many runs as are here. `turn` asks the server again.
 */
export function useGraph(window: CheckWindow, turn: number): GraphRead {
  const { checkId, range, from, askedAtMs, coverage } = window;
  const live = useRuns(window);
  const rangeMs = askedAtMs - Date.parse(from);
  const runs = live.value?.runs;
  const own = useMemo(() => (runs === undefined ? undefined : graphOfRuns(runs, rangeMs)), [runs, rangeMs]);
  const reach = live.value === undefined ? undefined : reachOf(window, live.value.state);
  const since = reach === undefined ? null : sinceOf(reach, coverage.value?.from ?? null, live.value);
  const isWhole = reach === 'none' && since === null;
  const isAsked = reach !== undefined && !isWhole;
  const answer = useDocument('check-graph', windowedId(checkId, range), isAsked, turn).value;
  const body = answer?.body ?? undefined;
  const theirs = useMemo(
    () => (body === undefined ? undefined : graphOfServer(body, rangeMs)),
    [body, rangeMs],
  );
  if (live.status === 'failed') return { status: 'failed', error: live.error };
  if (coverage.status === 'failed') return { status: 'failed', error: coverage.error };
  if (own === undefined || reach === undefined) return { status: 'loading' };
  if (!isWhole && theirs !== undefined) {
    const claim = { source: 'server', asOf: answer?.claim.asOf ?? null, since: null } as const;
    return { status: 'ready', data: theirs, ...claim, ...stretchOf(theirs, window, claim.asOf) };
  }
  if (reach === 'unloaded' && answer === undefined) return { status: 'loading' };
  if (reach === 'unloaded' || reach === 'forbidden') return { status: 'missing', why: reach };
  const claim = { source: 'device', asOf: coverage.value?.asOf ?? null, since } as const;
  return { status: 'ready', data: own, ...claim, ...stretchOf(own, window, claim.asOf) };
}

/** Ends of the axis, and how far it is known. */
function stretchOf(
  { points }: GraphData,
  { from, askedAtMs }: CheckWindow,
  asOf: string | null,
): { readonly fromMs: number; readonly toMs: number; readonly heardMs: number } {
  const newestMs = points.at(-1)?.atMs ?? 0;
  const toMs = Math.max(askedAtMs, newestMs);
  return { fromMs: Date.parse(from), toMs, heardMs: Math.max(newestMs, instantMs(asOf) ?? 0) };
}

/** Where the runs that are drawn begin, when that is later than the window does; null where they are all here. */
function sinceOf(
  reach: Absence,
  coveredFrom: string | null,
  read: { readonly runs: readonly { readonly time: string }[]; readonly total: number } | undefined,
): string | null {
  if (read !== undefined && read.runs.length < read.total) return read.runs.at(-1)?.time ?? null;
  return reach === 'part' ? coveredFrom : null;
}
