import { CircleCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OutboxLine } from '#sync/read/outbox-lines.ts';
import { CountBadge } from '#src/ui/marks/badge.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import type { Live } from '#src/platform/replica/live.ts';
import { thingOf } from '#src/views/op-labels.ts';
import { KeptDrafts } from './draft-list.tsx';
import { PreparedEffects } from './effect-list.tsx';
import { Loaded } from '../loaded.tsx';
import { OutboxItem } from './outbox-item.tsx';
import { PanelSection } from '../panel-section.tsx';
import { SetAsideLine } from './set-aside-line.tsx';
import { UnreadNotices } from '../unread-notices.tsx';

/** Everything of this person that is not on the server, and what happened to it. */
export function ChangesTab({
  outbox,
  lines,
}: {
  outbox: Live<unknown>;
  lines: readonly OutboxLine[];
}): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <SetAsideLine />
      <UnreadNotices />
      <Loaded live={outbox}>
        <PanelSection
          aside={<CountBadge count={lines.length} label="changes" />}
          title="Changes on this device"
        >
          {lines.length === 0 ? (
            <p className="flex items-center gap-2 text-table text-muted">
              <Icon icon={CircleCheck} />
              Everything you changed is on the server.
            </p>
          ) : (
            <ul aria-label="Changes on this device" className="flex flex-col divide-y divide-line">
              <Records
                idOf={({ op }) => op.group?.id ?? op.id}
                nameOf={({ op }) => `Change of ${thingOf(op.tbl)}`}
                of={lines}
              >
                {({ op, steps }) => <OutboxItem op={op} steps={steps} />}
              </Records>
            </ul>
          )}
        </PanelSection>
      </Loaded>
      <PreparedEffects />
      <KeptDrafts />
    </div>
  );
}
