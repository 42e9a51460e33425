import type { ReactElement } from 'react';
import { CountBadge } from '#src/ui/marks/badge.tsx';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';
import { NoticeList } from './notice-list.tsx';
import { PanelSection } from './panel-section.tsx';
import { useDrafts, useNotices, useOutbox } from './sync-queries.ts';

/** Changes that were not taken and not yet dismissed, with their texts; nothing when there are none. */
export function UnreadNotices(): ReactElement | null {
  const notices = useNotices();
  const drafts = useDrafts();
  const outbox = useOutbox();
  if (notices.status === 'failed') {
    return <ErrorPanel details={notices.error.stack} message={notices.error.message} />;
  }
  const unread = notices.value?.filter(({ readAt }) => readAt === null) ?? [];
  if (unread.length === 0) return null;
  return (
    <PanelSection aside={<CountBadge count={unread.length} label="unread" />} title="Not saved on the server">
      <NoticeList drafts={drafts.value ?? []} notices={unread} ops={outbox.value ?? []} />
    </PanelSection>
  );
}
