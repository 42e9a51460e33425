import { MessagesSquare } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import { useCurrentPageFrame } from '#src/platform/actions/page-frame.ts';
import type { SessionIdentity } from '#src/platform/session/session.ts';
import { Breadcrumb } from '#src/ui/layout/breadcrumb.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Mark } from '#src/ui/marks/mark.tsx';
import { messageLog } from '#src/ui/overlays/message-log.ts';
import { TOOLTIP_HOST_ID } from '#src/ui/overlays/tooltip-host.ts';
import { HelpMenu } from './help-menu.tsx';
import { PaletteButton, UndoButton, UserMenu } from './late-parts.ts';
import { usePanel } from './panel-links.ts';
import { SyncChip } from './sync-chip.tsx';

export interface TopBarProps {
  identity: SessionIdentity;
  /** Without a sidebar beside it the bar carries the mark. */
  hasMark: boolean;
}

/** Breadcrumb left; sync, messages, help and user right. It is the title bar of the installed window. */
export function TopBar({ identity, hasMark }: TopBarProps): ReactElement {
  const { crumbs } = useCurrentPageFrame();
  return (
    <header
      className="flex h-[max(3rem,calc(var(--control-height)+0.75rem))] shrink-0 items-center gap-2 border-b border-line ps-page pe-[max(0.5rem,calc(100vw-env(titlebar-area-x,0px)-env(titlebar-area-width,100vw)+0.5rem))] [app-region:drag] [&_a]:[app-region:no-drag] [&_button]:[app-region:no-drag]"
      data-region="Top bar"
    >
      {hasMark && <Mark label="Holdfast" size={20} />}
      <div className="min-w-0 flex-1">{crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}</div>
      <UndoButton />
      <span className="grid size-control shrink-0 place-items-center">
        <PaletteButton userId={identity.userId} />
      </span>
      <SyncChip />
      <MessageLogButton />
      <HelpMenu />
      <span className="grid size-control shrink-0 place-items-center">
        <UserMenu identity={identity} />
      </span>
      <div className="contents" id={TOOLTIP_HOST_ID} />
    </header>
  );
}

function MessageLogButton(): ReactElement {
  const { openPanel } = usePanel();
  const { unreadCount } = useSyncExternalStore(messageLog.subscribe, messageLog.getSnapshot);
  return (
    <span className="relative inline-flex max-[699px]:hidden">
      <IconButton
        icon={MessagesSquare}
        label={unreadCount === 0 ? 'Messages' : `Messages, ${unreadCount} unread`}
        onPress={() => openPanel('log')}
      />
      {unreadCount > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute end-1.5 top-1.5 size-1.5 rounded-full bg-accent-solid ring-2 ring-(--surface-page)"
        />
      )}
    </span>
  );
}
