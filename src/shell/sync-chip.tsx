import {
  CloudOff,
  CloudUpload,
  History,
  RefreshCw,
  TriangleAlert,
  Wifi,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { useSettled } from '#src/ui/forms/use-settled.ts';
import { useHasOpenChanges, useStoredAsOf } from '#src/features/sync/sync-queries.ts';
import { preparedOf } from '#src/views/effect/effect-state.ts';
import { useEffects } from '#src/views/effect/use-effects.ts';
import { useUpdateState } from '#src/platform/shell/service-worker-client.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { useMinuteOf } from '#src/ui/marks/minute-clock.ts';
import { useStatusAt } from '#src/views/status-at.ts';
import { usePanel } from './panel-links.ts';
import { chipWords, type ChipTone } from './sync-labels.ts';
import { useThrottledText } from './use-throttled-text.ts';

const ANNOUNCE_EVERY_MS = 10_000;

const LOOKS: Record<ChipTone, { icon: LucideIcon; className: string }> = {
  live: { icon: Wifi, className: 'text-healthy' },
  busy: { icon: CloudUpload, className: 'text-muted' },
  old: { icon: History, className: 'text-muted' },
  offline: { icon: CloudOff, className: 'text-warning' },
  attention: { icon: TriangleAlert, className: 'text-unhealthy' },
  update: { icon: RefreshCw, className: 'text-accent' },
};

/** The one indicator of syncing; opens the outbox. Changes are read out at most every ten seconds. */
export function SyncChip(): ReactElement {
  const update = useUpdateState();
  const { openPanel } = usePanel();
  const isUntold = useStatusAt(({ asOf }) => asOf === null);
  // The worker knows a time after its first pull; until then the stored one says how old the screen is.
  const storedAsOf = useStoredAsOf(isUntold).value ?? null;
  // An age alone would sound as if everything were sent.
  const hasUncounted = useHasOpenChanges(isUntold);
  const prepared = usePreparedCount();
  const { tone, text, shortText, reason } = useStatusAt((status, nowMs) =>
    chipWords(
      { ...status, asOf: status.asOf ?? (hasUncounted ? null : storedAsOf) },
      update,
      nowMs,
      prepared,
    ),
  );
  const announced = useThrottledText(text, ANNOUNCE_EVERY_MS);
  const { icon, className } = LOOKS[tone];
  return (
    <>
      <Button
        aria-label={`Sync: ${text}`}
        className="tabular shrink-0 rounded-full! px-2.5"
        size="small"
        variant={tone === 'live' || tone === 'busy' || tone === 'old' ? 'ghost' : 'secondary'}
        onPress={() => openPanel('sync')}
      >
        <Icon className={cx('shrink-0', className)} icon={icon} />
        <span title={reason ?? undefined}>
          <span className="max-[699px]:hidden">{text}</span>
          <span className="min-[700px]:hidden">{shortText}</span>
        </span>
      </Button>
      <output aria-live="polite" className="sr-only">
        {announced}
      </output>
    </>
  );
}

/** An action that is sent at once is a draft for a moment; it is not named for that. */
const SETTLE_MS = 1000;

/** Prepared actions that may still be sent. */
function usePreparedCount(): number {
  const effects = useEffects().value ?? [];
  const count = useMinuteOf((nowMs) => preparedOf(effects, nowMs).length);
  // Fewer are fewer at once.
  return Math.min(count, useSettled(count, SETTLE_MS));
}
