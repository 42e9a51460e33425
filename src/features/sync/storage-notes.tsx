import { useEffect, useState, type ReactElement } from 'react';
import type { StorageReport } from '#sync/protocol/storage-report.ts';
import { toSyncError } from '#sync/errors.ts';
import { useSync } from '#src/platform/sync-context.tsx';
import { InlineBar } from '#src/ui/inline-bar.tsx';

/** What a person must hear about the storage of this device; nothing while all is well (D18). */
export function storageWarnings({
  isEvicted,
  pauseReason,
}: Pick<StorageReport, 'isEvicted' | 'pauseReason'>): readonly string[] {
  return [
    ...(isEvicted
      ? [
          'The browser removed what Holdfast kept on this device. Changes that were not sent yet are lost; everything else is downloaded again.',
        ]
      : []),
    ...(pauseReason === null ? [] : [pauseReason]),
  ];
}

/** Says openly what happened to the storage of this device. */
export function StorageNotes(): ReactElement | null {
  const sync = useSync();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    sync.storageReport().then(
      (report) => isGone || setWarnings(storageWarnings(report)),
      (thrown: unknown) =>
        isGone || setWarnings([`The storage could not be looked at: ${toSyncError(thrown).message}`]),
    );
    return () => {
      isGone = true;
    };
  }, [sync]);
  return (
    <>
      {warnings.map((warning) => (
        <InlineBar key={warning} tone="warning">
          {warning}
        </InlineBar>
      ))}
    </>
  );
}
