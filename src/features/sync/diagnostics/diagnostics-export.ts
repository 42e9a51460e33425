import type { Diagnostics, LogLine } from '#workers/contracts/diagnostics.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import type { StorageReport } from '#sync/protocol/storage-report.ts';
import type { SetAside } from '#sync/protocol/set-aside.ts';
import type { OpView } from '#sync/read/types.ts';

/** Everything a bundle is made of; null where it could not be had. */
export interface BundleParts {
  readonly at: number;
  readonly appVersion: string;
  readonly status: SyncStatus;
  readonly diagnostics: Diagnostics | null;
  readonly storage: StorageReport | null;
  readonly log: readonly LogLine[] | null;
  readonly outbox: readonly OpView[] | null;
  readonly drafts: number | null;
  readonly setAside: readonly SetAside[] | null;
}

/** One change without anything a person wrote: which columns, not what was put into them. */
function redactedOp(op: OpView): object {
  return {
    id: op.id,
    state: op.state,
    kind: op.kind,
    table: op.tbl,
    rowId: op.rowId,
    columns: Object.keys(op.patch),
    createdAt: new Date(op.createdAt).toISOString(),
    attempts: op.attempts,
    nextAt: op.nextAt === null ? null : new Date(op.nextAt).toISOString(),
    error:
      op.lastError === null
        ? null
        : { class: op.lastError.class, status: op.lastError.status, code: op.lastError.code },
    conflictIn: op.conflict?.fields ?? null,
    step: op.group === undefined || op.group === null ? null : `${op.group.step} of ${op.group.of}`,
  };
}

/** A record nobody can read: where it lies and which parts it has. */
function redactedRecord({ store, key, record }: SetAside): object {
  return { store, key, parts: typeof record === 'object' && record !== null ? Object.keys(record) : [] };
}

/** The bundle somebody sends to whoever helps: numbers, ids and codes, and no content of any row or draft (D22, D23). */
export function diagnosticsBundle(parts: BundleParts): object {
  const { reason, ...status } = parts.status;
  return {
    madeAt: new Date(parts.at).toISOString(),
    appVersion: parts.appVersion,
    status: { ...status, hasReason: reason !== null },
    diagnostics: parts.diagnostics,
    storage: parts.storage,
    outbox: parts.outbox?.map(redactedOp) ?? null,
    drafts: parts.drafts,
    unreadable: parts.setAside?.map(redactedRecord) ?? null,
    log: parts.log,
  };
}
