import { SyncError } from '../../errors.ts';

/**
 * Error names after which a new connection may help: the storage process died (iOS on resume), the connection was
 * closed under us, or the engine aborted the transaction for reasons of its own (D18).
 */
const reopenNames: readonly string[] = [
  'UnknownError',
  'InvalidStateError',
  'DatabaseClosedError',
  'TransactionInactiveError',
  'AbortError',
  'PrematureCommitError',
  'OpenFailedError',
  'TimeoutError',
];

/** Longest chain of causes worth reading. */
const CAUSE_DEPTH = 8;

function field(of: object, name: string): unknown {
  return Reflect.get(of, name);
}

/** Names along the chain. Dexie keeps the browser's error on `inner`; bulk operations collect theirs in `failures`. */
function causeNames(thrown: unknown, depth = 0): string[] {
  if (typeof thrown !== 'object' || thrown === null || depth > CAUSE_DEPTH) return [];
  const failures = field(thrown, 'failures');
  return [
    String(field(thrown, 'name')),
    ...causeNames(field(thrown, 'inner'), depth + 1),
    ...causeNames(field(thrown, 'cause'), depth + 1),
    ...(Array.isArray(failures) ? failures.slice(0, 3).flatMap((each) => causeNames(each, depth + 1)) : []),
  ];
}

/** What to do about a failed storage call: try with a new connection, or give up with a classified error. */
export type StorageVerdict =
  | { readonly retry: true; readonly error: SyncError }
  | { readonly retry: false; readonly error: SyncError };

/** Classifies what IndexedDB or Dexie threw, by error name and never by message. */
export function classifyStorage(thrown: unknown): StorageVerdict {
  if (thrown instanceof SyncError) return { retry: false, error: thrown };
  const names = causeNames(thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (names.includes('QuotaExceededError')) {
    return { retry: false, error: new SyncError({ kind: 'storage-full', message }, { cause: thrown }) };
  }
  const lost = new SyncError({ kind: 'storage-lost', message }, { cause: thrown });
  if (names.some((name) => reopenNames.includes(name))) return { retry: true, error: lost };
  if (names.some((name) => storageNames.includes(name))) return { retry: false, error: lost };
  return { retry: false, error: new SyncError({ kind: 'bug', message }, { cause: thrown }) };
}

/** Failures of the storage that a new connection does not cure. A value no store takes is none of them: it is a bug. */
const storageNames: readonly string[] = ['VersionError', 'MissingAPIError', 'SecurityError', 'NotFoundError'];
