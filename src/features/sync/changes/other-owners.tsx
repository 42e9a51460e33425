import { useCallback, useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { useAnswer } from '#src/platform/replica/use-answer.ts';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';
import type { OtherOwner } from '#workers/contracts/sync-contract.ts';

/** "2 unsent changes for Ada": what somebody else left on this device, of which nothing more can be seen (D22). */
export function otherOwnerWords({ label, unsent }: Pick<OtherOwner, 'label' | 'unsent'>): string {
  const what = unsent === 1 ? '1 unsent change' : `${unsent} unsent changes`;
  return `${what} for ${label === '' ? 'another person' : label}`;
}

/** Other people's unsent work on this device; nothing when there is none. */
export function OtherOwners(): ReactElement | null {
  const sync = useSync();
  const answer = useAnswer(useCallback(() => sync.otherOwners(), [sync]));
  const [notFreed, setNotFreed] = useState<string | null>(null);
  const [freed, setFreed] = useState<readonly string[]>([]);
  const owners = answer.state === 'known' ? answer.value : [];
  const failure = answer.state === 'failed' ? answer.error.message : notFreed;
  const handleFree = (hash: string): void => {
    sync.forgetOther(hash).then(
      () => setFreed((known) => [...known, hash]),
      (thrown: unknown) => setNotFreed(toSyncError(thrown).message),
    );
  };
  if (failure !== null) return <InlineBar tone="warning">Other people’s work: {failure}</InlineBar>;
  return (
    <>
      {owners.map((owner) => (
        <InlineBar key={owner.hash} tone="info">
          <span className="mr-2">
            {otherOwnerWords(owner)} on this device. It stays locked until they sign in again.
          </span>
          {freed.includes(owner.hash) ? (
            <span className="text-muted">Their downloaded data was removed.</span>
          ) : (
            <Button size="small" variant="ghost" onPress={() => handleFree(owner.hash)}>
              Remove their downloaded data
            </Button>
          )}
        </InlineBar>
      ))}
    </>
  );
}
