import type { ReactElement } from 'react';
import { REFRESH_RATES, type RefreshRate } from '#src/lib/refresh-rate.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';

interface NotAskedBarProps {
  rate: RefreshRate;
  onAsk: () => void;
}

/** Why marks are old though the server can be reached: the page was told not to ask (ux need 1, the reason is named). */
export function NotAskedBar({ rate, onAsk }: NotAskedBarProps): ReactElement | null {
  const { phase } = useSyncStatus();
  if (serverBlocker(phase) !== undefined) return null;
  const label = REFRESH_RATES.find(({ id }) => id === rate)?.label ?? rate;
  return (
    <InlineBar
      action={
        <Button size="small" onPress={onAsk}>
          Update now
        </Button>
      }
      tone="info"
    >
      {rate === 'None'
        ? 'Refresh is None: states are updated only when this page is opened or shown again.'
        : `Refresh is ${label}: states are updated only that often.`}
    </InlineBar>
  );
}
