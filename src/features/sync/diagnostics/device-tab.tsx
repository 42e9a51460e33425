import type { ReactElement, ReactNode } from 'react';
import { CoverageSection } from './coverage-section.tsx';
import { FreshnessSection } from './freshness-section.tsx';
import { Loaded } from '../loaded.tsx';
import { PanelSection } from '../panel-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { useFeeds, useWindows } from '../sync-queries.ts';

/** What is on this device: how safe and how large it is, when it counts as old, and how much of every collection. */
export function DeviceTab({
  lock,
  onRemoveData,
}: {
  /** Settings of the lock on this person's data; another feature has them. */
  lock: ReactNode;
  onRemoveData: () => void;
}): ReactElement {
  const feeds = useFeeds();
  const windows = useWindows();
  return (
    <div className="flex flex-col gap-6">
      <StorageSection onRemoveData={onRemoveData} />
      {lock !== null && <PanelSection title="Lock">{lock}</PanelSection>}
      <FreshnessSection />
      <Loaded live={feeds}>
        <Loaded live={windows}>
          <CoverageSection feeds={feeds.value ?? []} windows={windows.value ?? {}} />
        </Loaded>
      </Loaded>
    </div>
  );
}
