import { useEffect, useState } from 'react';
import { toSyncError, type SyncError } from '#sync/errors.ts';

/** An answer that is asked for once. */
export type Answer<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'failed'; readonly error: SyncError };

/** Asks the browser or a worker once; `ask` must be stable. */
export function useAnswer<T>(ask: () => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'asking' });
  useEffect(() => {
    let isGone = false;
    ask().then(
      (value) => {
        if (!isGone) setAnswer({ state: 'known', value });
      },
      (thrown: unknown) => {
        if (!isGone) setAnswer({ state: 'failed', error: toSyncError(thrown) });
      },
    );
    return () => {
      isGone = true;
    };
  }, [ask]);
  return answer;
}
