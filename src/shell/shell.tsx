import { useRouter } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { useTabTitle } from '#src/platform/actions/page-frame.ts';
import type { SessionIdentity } from '#src/platform/session/session.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { AccessGate } from './access-gate.tsx';
import { useAppBadge, useDocumentTitle } from './app-badge.ts';
import { AREAS, visibleAreas, visibleSettings, type Area } from './areas.ts';
import { AttachEvidenceHost } from './attach-evidence-host.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Announcements, UpdatePrompt } from './late-parts.ts';
import { usePanel } from './panel-links.ts';
import { Panels } from './panels.tsx';
import { useSidebarMode } from './sidebar-mode.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page of a signed-in person. */
export function Shell({
  identity,
  children,
}: {
  identity: SessionIdentity;
  children: ReactNode;
}): ReactElement {
  const mode = useSidebarMode();
  const access = useAccess();
  const areas = visibleAreas(AREAS, access);
  const settings = visibleSettings(access);
  useShellKeys();
  useAttention();
  return (
    <div className="flex h-dvh flex-col overflow-clip bg-page text-fg">
      <div className="flex min-h-0 flex-1">
        {mode !== 'bottom' && (
          <Sidebar areas={areas} isCollapsed={mode === 'collapsed'} settings={settings} />
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar hasMark={mode === 'bottom'} identity={identity} />
          <main
            // Positioned, so that what is for screen readers alone scrolls inside and does not make the window scroll.
            className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
            data-region="Content"
            data-scroll-restoration-id="content"
            id="content"
            tabIndex={-1}
          >
            <AttachEvidenceHost>
              <AccessGate>{children}</AccessGate>
            </AttachEvidenceHost>
          </main>
        </div>
      </div>
      {mode === 'bottom' && <BottomBar areas={areas} />}
      {[...areas, ...settings].map((area) => (
        <AreaKeys area={area} key={area.href} />
      ))}
      <Announcements />
      <UpdatePrompt />
      <Panels />
    </div>
  );
}

/** Document title and app badge carry the number of things that need a person. */
function useAttention(): void {
  const { needsAttention } = useSyncStatus();
  const title = useTabTitle();
  useAppBadge(needsAttention);
  useDocumentTitle(title, needsAttention);
}

/** The keys that lead to an area, as long as it is there for this person. */
function AreaKeys({ area: { label, href, feature, goKey } }: { area: Area }): null {
  const router = useRouter();
  useShortcut({
    id: `go-area ${feature}`,
    keys: [`g ${goKey}`],
    shown: ['g', goKey],
    label: `Go to ${label}`,
    group: 'Anywhere',
    run: () => router.history.push(href),
  });
  return null;
}

function useShellKeys(): void {
  const { openPanel } = usePanel();
  useShortcut({
    id: 'go-outbox',
    keys: ['g o'],
    shown: ['g', 'o'],
    label: 'Open Sync',
    group: 'Anywhere',
    run: () => openPanel('sync'),
  });
  useShortcut({
    id: 'keys',
    keys: ['Shift+?', '?'],
    shown: ['?'],
    label: 'Show the keys',
    group: 'Anywhere',
    run: () => openPanel('keys'),
  });
}
