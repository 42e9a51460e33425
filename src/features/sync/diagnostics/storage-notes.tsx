import { useCallback, type ReactElement } from 'react';
import type { StorageReport } from '#sync/protocol/storage-report.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { useAnswer, type Answer } from '#src/platform/replica/use-answer.ts';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';

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
  const warnings = warningsOf(useAnswer(useCallback(() => sync.storageReport(), [sync])));
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

function warningsOf(answer: Answer<StorageReport>): readonly string[] {
  switch (answer.state) {
    case 'asking':
      return [];
    case 'known':
      return storageWarnings(answer.value);
    case 'failed':
      return [`The storage could not be inspected: ${answer.error.message}`];
  }
}
