import { RefreshCw } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { acceptUpdate, useUpdateState } from '#src/platform/shell/service-worker-client.ts';
import { useIsWorkInProgress } from '#src/platform/session/work-in-progress.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';

/** Offers a waiting version. Never over a form or an incident (ux 6.7): then only the chip says that it is there. */
export function UpdatePrompt(): ReactElement | null {
  const update = useUpdateState();
  const isWorkOpen = useIsWorkInProgress();
  const [isLater, setLater] = useState(false);
  if (isLater || isWorkOpen || update === 'current') return null;
  return (
    <section
      aria-label="Update"
      className="fixed end-4 bottom-4 z-30 flex max-w-[calc(100vw-2rem)] flex-wrap items-center gap-x-4 gap-y-2 rounded-panel bg-overlay py-2.5 ps-3.5 pe-2.5 text-table shadow-overlay max-[699px]:bottom-18"
      data-region="Update"
    >
      <output className="flex items-center gap-2">
        <Icon className="text-accent" icon={RefreshCw} />
        <span>
          <span className="block font-medium">A new version is ready</span>
          <span className="block text-muted">Unsent changes stay on this device.</span>
        </span>
      </output>
      <span className="flex gap-1.5">
        <Button size="small" variant="ghost" onPress={() => setLater(true)}>
          Later
        </Button>
        <Button isPending={update === 'activating'} size="small" variant="primary" onPress={acceptUpdate}>
          Reload
        </Button>
      </span>
    </section>
  );
}
