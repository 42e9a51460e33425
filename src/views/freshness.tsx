import { History, RotateCw } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { toSyncError } from '#sync/errors.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { toast } from '#src/ui/overlays/toast-queue.ts';

interface FreshnessProps {
  asOf: string | null;
  /** Past the limit of what is shown. */
  isStale: boolean;
  /** What else this page asks for, beside everything that is due. */
  onRefresh?: (() => Promise<void>) | undefined;
}

/** How old the shown data is, and the way to newer: on every page, in the same place. */
export function Freshness({ asOf, isStale, onRefresh }: FreshnessProps): ReactElement {
  const sync = useSync();
  const { phase } = useSyncStatus();
  const [isAsking, setAsking] = useState(false);
  const disabledReason = phase === 'offline' ? 'This device is offline' : undefined;
  const refresh = (): void => {
    if (isAsking || disabledReason !== undefined) return;
    setAsking(true);
    Promise.all([sync.refresh(), onRefresh?.()])
      .catch((thrown: unknown) => {
        toast({ kind: 'error', text: 'Not refreshed', detail: toSyncError(thrown).message });
      })
      .finally(() => setAsking(false));
  };
  useShortcut({
    id: 'refresh',
    keys: ['r'],
    shown: ['r'],
    label: 'Refresh now',
    group: 'This page',
    disabledReason,
    run: refresh,
  });
  return (
    <div className="flex items-center gap-2.5 text-table text-muted">
      <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', isStale && 'text-fg')}>
        {isStale && (
          <>
            <Icon icon={History} />
            <span className="sr-only">May have changed since. </span>
          </>
        )}
        {asOf === null ? (
          'Not updated yet'
        ) : (
          <>
            <span aria-hidden>As of </span>
            <Ago at={asOf} label="Data as of" />
          </>
        )}
      </span>
      <Button
        disabledReason={disabledReason}
        icon={RotateCw}
        isPending={isAsking}
        size="small"
        onPress={refresh}
      >
        Refresh
      </Button>
    </div>
  );
}
