import type { OwnTrouble } from '../../core/pull/own-trouble.ts';
import type { ReconcileReport } from '../../protocol/diagnostics.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import type { FeedState } from '../../protocol/stored.ts';

/** What the wire did for one collection during one pull. */
export interface PullTraffic {
  readonly rows: number;
  readonly bytes: number;
  readonly requests: number;
  readonly tookMs: number;
}

/** What a loop knows about one feed: its state, when it was pulled and when it is due (device ms). */
export interface FeedTiming {
  readonly tbl: string;
  readonly state: FeedState | undefined;
  readonly pulledAt: number | null;
  readonly dueAt: number | null;
  readonly everyMs: number | null;
  readonly isResting: boolean;
  /** Pulls in a row that failed while the server was well (entities 3). */
  readonly failures: number;
  readonly isSlow: boolean;
}

/** Timing of one feed; `everyMs` is null while its group rests. */
export function timingOf(
  spec: { readonly name: string },
  state: FeedState | undefined,
  { failures, stretch }: OwnTrouble,
  { pulledAt, everyMs, isResting }: Pick<FeedTiming, 'pulledAt' | 'everyMs' | 'isResting'>,
): FeedTiming {
  const dueAt = everyMs === null || isResting ? null : (pulledAt ?? 0) + (pulledAt === null ? 0 : everyMs);
  const isSlow = stretch > 1;
  return { tbl: spec.name, state, pulledAt, dueAt, everyMs, isResting, failures, isSlow };
}

interface Running {
  bytes: number;
  requests: number;
  readonly startedAt: number;
}

const quiet = (tbl: string): ReconcileReport => ({
  tbl,
  sweptAt: null,
  sweeps: 0,
  deleted: 0,
  drift: 0,
  trips: 0,
  isOpen: false,
});

/**
 * Numbers of one tab about its own syncing, kept in memory (D23): traffic of every collection's last pull, comparisons,
 * and the compression that was seen. Written by the loops and the client, read by `diagnostics`; it decides nothing.
 */
export class DiagnosticsStore {
  readonly #running = new Map<string, Running>();
  readonly #traffic = new Map<string, PullTraffic>();
  readonly #encodings = new Map<string, string>();
  readonly #okAt = new Map<string, number>();
  readonly #reconcile = new Map<string, ReconcileReport>();

  /** An answer came; counted for the pull of that path, if one is running. */
  answered(request: Pick<HttpRequest, 'path'>, response: HttpResponse): void {
    const path = pathOf(request.path);
    this.#encodings.set(path, response.headers['content-encoding'] ?? 'none');
    const running = this.#running.get(path);
    if (running === undefined) return;
    running.requests += 1;
    running.bytes += bodyBytes(response);
  }

  /** A pull of this path begins. */
  begin(spec: { readonly path: string }, nowMs: number): void {
    this.#running.set(pathOf(spec.path), { bytes: 0, requests: 0, startedAt: nowMs });
  }

  /** It has ended with so many rows; `isOk` when nothing stopped it. */
  pulled(
    spec: { readonly name: string; readonly path: string },
    rows: number,
    isOk: boolean,
    nowMs: number,
  ): void {
    const path = pathOf(spec.path);
    const running = this.#running.get(path);
    this.#running.delete(path);
    if (isOk) this.#okAt.set(spec.name, nowMs);
    if (running === undefined) return;
    const { bytes, requests, startedAt } = running;
    this.#traffic.set(spec.name, { rows, bytes, requests, tookMs: Math.max(0, nowMs - startedAt) });
  }

  /** A collection was compared with the server. */
  swept(
    tbl: string,
    pass: { readonly fetched: number; readonly deleted: number; readonly isOpen: boolean },
    nowMs: number,
  ): void {
    const known = this.#reconcile.get(tbl) ?? quiet(tbl);
    this.#reconcile.set(tbl, {
      ...known,
      sweptAt: nowMs,
      sweeps: known.sweeps + 1,
      deleted: known.deleted + pass.deleted,
      drift: known.drift + pass.fetched,
      isOpen: pass.isOpen,
    });
  }

  /** The breaker for mass deletions held a pass of the collection up. */
  tripped(tbl: string): void {
    const known = this.#reconcile.get(tbl) ?? quiet(tbl);
    this.#reconcile.set(tbl, { ...known, trips: known.trips + 1 });
  }

  traffic(tbl: string): PullTraffic | null {
    return this.#traffic.get(tbl) ?? null;
  }

  encoding(path: string): string | null {
    return this.#encodings.get(pathOf(path)) ?? null;
  }

  /** Device time of the last pull that nothing stopped. */
  okAt(tbl: string): number | null {
    return this.#okAt.get(tbl) ?? null;
  }

  reconcile(): readonly ReconcileReport[] {
    return [...this.#reconcile.values()].toSorted((a, b) => (a.tbl < b.tbl ? -1 : 1));
  }
}

function pathOf(path: string): string {
  return path.split('?')[0] ?? path;
}

/** Bytes of a body as the server said, compressed ones included; else the length of the text. */
function bodyBytes(response: HttpResponse): number {
  const said = Number(response.headers['content-length'] ?? Number.NaN);
  return Number.isFinite(said) ? said : response.body.length;
}
