import { useCallback, useState } from 'react';
import { toSyncError, type SyncError } from '#sync/errors.ts';
import { useAsked } from './use-asked.ts';

/** An answer that is asked for once. */
export type Answer<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'failed'; readonly error: SyncError };

/** Asks the browser or a worker once; `ask` must be stable. */
export function useAnswer<T>(ask: () => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'asking' });
  const read = useCallback(async () => {
    const next = await ask().then(
      (value): Answer<T> => ({ state: 'known', value }),
      (thrown: unknown): Answer<T> => ({ state: 'failed', error: toSyncError(thrown) }),
    );
    return () => setAnswer(next);
  }, [ask]);
  useAsked(read);
  return answer;
}
