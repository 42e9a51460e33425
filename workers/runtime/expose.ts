import { expose } from 'comlink';
import type { Result } from '#sync/errors.ts';
import { toSyncError } from '#sync/errors.ts';
import type { Log } from '#sync/ports.ts';

/** A contract without its Results: values are returned, failures are thrown. */
export type Implementation<C> = {
  readonly [K in keyof C]: C[K] extends (...args: infer A) => Promise<Result<infer T>>
    ? (...args: A) => Promise<T extends null ? null | void : T>
    : never;
};

/** Anything callable of a contract, as seen from here. */
type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Turns an implementation that throws into the contract that answers with Results: Comlink keeps only name, message
 * and stack of an Error, so a failure crosses as plain data. What nobody classified is a `bug` and is logged.
 */
export function withResults<C extends object>(implementation: Implementation<C>, log: Log): C {
  const wrapped = new Map<string, Method>();
  for (const [name, method] of Object.entries(implementation)) {
    const call = method as Method; // Object.entries forgets the signatures that Implementation<C> has checked
    wrapped.set(name, async (...args) => {
      try {
        return { ok: true, value: (await call(...args)) ?? null };
      } catch (thrown) {
        const error = toSyncError(thrown);
        if (error.info.kind === 'bug') {
          log.event('error', 'worker.bug', {
            method: name,
            message: error.message,
            stack: error.stack ?? '',
          });
        }
        return { ok: false, error: error.info };
      }
    });
  }
  return Object.fromEntries(wrapped) as unknown as C; // one wrapped method per method of Implementation<C>, each answering with its Result
}

/** Exposes an implementation of the contract to the page that started this worker. */
export function exposeContract<C extends object>(implementation: Implementation<C>, log: Log): void {
  expose(withResults<C>(implementation, log));
}
