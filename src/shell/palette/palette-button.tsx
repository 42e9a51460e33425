import { useLocation, useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { afterPaint } from '#src/ui/after-paint.ts';
import { IconButton } from '#src/ui/button.tsx';
import { late } from '#src/ui/late.tsx';
import { useTimer } from '#src/ui/use-timer.ts';
import { noteOpened } from './opened.ts';
import { PALETTE_KEY } from './palette-key.ts';
import type { PaletteProps } from './palette.tsx';

const Palette = late<PaletteProps>(async () => (await import('./palette.tsx')).Palette);

const CreateIncidentDialog = lazy(async () => {
  const { CreateIncidentDialog: component } =
    await import('#src/features/incidents/create/create-incident-dialog.tsx');
  return { default: component };
});

const isMac = /Mac|iP/u.test(navigator.platform);

/** Opens the palette from the bar and from everywhere; holds what it leaves behind. */
export function PaletteButton({ userId }: { userId: string }): ReactElement {
  const router = useRouter();
  const [open, setOpen] = useState<'palette' | 'incident' | null>(null);
  useShortcut({
    id: PALETTE_KEY,
    keys: ['$mod+k'],
    shown: [isMac ? '⌘' : 'Ctrl', 'k'],
    label: 'Search everything',
    group: 'Anywhere',
    isOnce: true,
    isEverywhere: true,
    run: () => setOpen((now) => (now === 'palette' ? null : 'palette')),
  });
  const href = useLocation({ select: (location) => location.href });
  useTimer(href, 0, (address) => noteOpened(userId, address));
  return (
    <>
      <span className="contents" onFocus={Palette.fetchAhead} onPointerEnter={Palette.fetchAhead}>
        <IconButton
          icon={Search}
          label={`Search everything (${isMac ? '⌘' : 'Ctrl'} K)`}
          onPress={() => setOpen('palette')}
        />
      </span>
      {open === 'palette' && (
        <Palette
          userId={userId}
          onClose={(then) => {
            setOpen(null);
            if (then !== undefined) afterPaint(() => afterPaint(then));
          }}
          onNewIncident={() => setOpen('incident')}
        />
      )}
      {open === 'incident' && (
        <Suspense>
          <CreateIncidentDialog
            isOpen
            onCreated={(id) => router.history.push(`/incidents/${encodeURIComponent(id)}`)}
            onOpenChange={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
