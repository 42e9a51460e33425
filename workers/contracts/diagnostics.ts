import type {
  Diagnostics as SyncDiagnostics,
  VerifyReport as SyncVerifyReport,
} from '#sync/protocol/diagnostics.ts';

/** Everything the panel shows about syncing (D23). Ids, names, times and codes; never the content of a row. */
export type Diagnostics = SyncDiagnostics;

/** What came of comparing a sample with the server (D23). */
export type VerifyReport = SyncVerifyReport;

/** Value of one field of a log line; texts that could be content are left out before a line leaves the worker. */
export type LogValue = string | number | boolean | null;

/** One event of this tab's worker, oldest first in a list; `at` is device ms. */
export interface LogLine {
  readonly at: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly code: string;
  readonly fields: Readonly<Record<string, LogValue>>;
}
