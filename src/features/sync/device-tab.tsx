import type { ReactElement } from 'react';
import type { Diagnostics } from '#workers/contracts/diagnostics.ts';
import type { Live } from '#src/platform/live.ts';
import { CoverageSection } from './coverage-section.tsx';
import { Loaded } from './loaded.tsx';
import { StorageSection } from './storage-section.tsx';
import { useFeeds } from './sync-queries.ts';

interface DeviceTabProps {
  report: Live<Diagnostics>;
  onRemoveData: () => void;
}

/** What is on this device: how much of every collection, how large, how safe. */
export function DeviceTab({ report, onRemoveData }: DeviceTabProps): ReactElement {
  const feeds = useFeeds();
  return (
    <div className="flex flex-col gap-6">
      <Loaded live={feeds}>
        <CoverageSection feeds={feeds.value ?? []} reports={report.value?.leader?.feeds ?? null} />
      </Loaded>
      <StorageSection onRemoveData={onRemoveData} />
    </div>
  );
}
