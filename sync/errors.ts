/**
 * The closed set of failures the engine knows. Classified once, where bytes arrive (`transport/classify.ts`,
 * `store/`); afterwards code switches on `kind` and never looks at a message.
 */
export type SyncErrorInfo =
  | { readonly kind: 'offline'; readonly message: string }
  | { readonly kind: 'timeout'; readonly message: string; readonly afterMs: number }
  | { readonly kind: 'unauthorized'; readonly message: string }
  | { readonly kind: 'forbidden'; readonly message: string; readonly table?: string | undefined }
  | { readonly kind: 'rate-limited'; readonly message: string; readonly retryAfterMs: number | null }
  | {
      readonly kind: 'server';
      readonly message: string;
      readonly status: number;
      readonly code?: string | undefined;
    }
  | {
      readonly kind: 'rejected';
      readonly message: string;
      readonly status: number;
      readonly code?: string | undefined;
      readonly table?: string | undefined;
    }
  | { readonly kind: 'protocol'; readonly message: string; readonly status?: number | undefined }
  | { readonly kind: 'storage-full'; readonly message: string }
  | { readonly kind: 'storage-lost'; readonly message: string }
  | { readonly kind: 'cancelled'; readonly message: string }
  | { readonly kind: 'bug'; readonly message: string };

/** Name of one failure of the closed set. */
export type SyncErrorKind = SyncErrorInfo['kind'];

/** An Error that carries its classification as plain data, so that it survives a worker boundary. */
export class SyncError extends Error {
  readonly info: SyncErrorInfo;
  constructor(info: SyncErrorInfo, options?: { cause?: unknown }) {
    super(info.message, options);
    this.name = 'SyncError';
    this.info = info;
  }
}

/** Turns anything thrown into a SyncError; what nobody classified is by definition a `bug`. */
export function toSyncError(thrown: unknown): SyncError {
  if (thrown instanceof SyncError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new SyncError({ kind: 'bug', message }, { cause: thrown });
}

/** Result of a call that crosses a worker boundary: failures travel as data, never as a thrown Error. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SyncErrorInfo };
