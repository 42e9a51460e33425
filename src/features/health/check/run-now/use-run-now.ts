import { useCallback, useRef, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Effect } from '#sync/protocol/effect.ts';
import { LINK_TIME_RANGE } from '#src/lib/time-range-options.ts';
import { useAccess, type Access } from '#src/platform/session/access-context.tsx';
import { useHealthClient } from '#src/platform/replica/health-context.tsx';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import type { Role } from '#src/platform/session/roles.ts';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { tellHere } from '#src/platform/session/told-here.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { useIsThere } from '#src/ui/use-latest.ts';
import { checkRunOf } from '#src/views/check-run-labels.ts';
import { stateBefore } from '#src/views/effect-target.ts';
import { openRunOf } from './run-state.ts';

/** Spec 6: "Run Now on a check is shown only to admin, editor, responder and commander." */
const RUNNERS: readonly Role[] = ['admin', 'editor', 'responder', 'commander'];

export function canRunNow({ areRolesKnown, roles }: Pick<Access, 'areRolesKnown' | 'roles'>): boolean {
  return areRolesKnown && roles.some((role) => RUNNERS.includes(role));
}

export interface RunNow {
  /** False: nothing about it is shown. */
  readonly isOffered: boolean;
  /** Why it can only be prepared now; undefined when it can be sent. */
  readonly blocker: string | undefined;
  readonly isBusy: boolean;
  /** What was prepared and not carried out, or of which nobody knows; null when there is none. */
  readonly open: Effect | null;
  /** Why the last try to send it did not leave; undefined when there was none. */
  readonly notSent: string | undefined;
  /** Why the prepared ones cannot be read. */
  readonly failure: string | undefined;
  /** Runs it, or keeps it as a draft while the server cannot be asked. Never rejects. */
  readonly run: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

interface RunNowOptions {
  readonly checkId: string;
  readonly name: string;
  /** The server has run it: what is shown is asked for again. */
  readonly onRan: () => void;
}

/** Run Now: an effect that a person sends once; without a connection it is kept with its time and asked again (ux 4.6). */
export function useRunNow({ checkId, name, onRan }: RunNowOptions): RunNow {
  const sync = useSync();
  const model = useReadModel();
  const health = useHealthClient();
  const { phase } = useSyncStatus();
  const live = useLive(() => model.effects(), [model]);
  const [isBusy, setBusy] = useState(false);
  const [notSent, setNotSent] = useState<{ readonly id: string; readonly why: string }>();
  const isRunning = useRef(false);
  const isShown = useIsThere();
  const blocker = serverBlocker(phase);
  const open = openRunOf(live.value ?? [], checkId);

  const carryOut = useCallback(async (work: () => Promise<void>) => {
    // Two presses are one run.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setNotSent(undefined);
    try {
      await work();
    } catch (thrown) {
      toast({ kind: 'error', text: 'Check not run', detail: toSyncError(thrown).message });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);

  const run = useCallback(
    () =>
      carryOut(async () => {
        const draft = await draftOf();
        if (blocker !== undefined) return;
        tellHere([draft.id]);
        const sent = await sync.sendEffect(draft.id).catch((thrown: unknown) => {
          // The bar in the dialog asks whether to run the draft, and says why it did not leave.
          if (!isShown.current) throw thrown;
          setNotSent({ id: draft.id, why: toSyncError(thrown).message });
        });
        if (sent === undefined) return;
        tell(sent, isShown.current);
        if (sent.state !== 'done') return;
        onRan();
        // The run is on the server, whatever becomes of what is asked for here.
        await Promise.all([health.refresh(0), sync.refresh()]).catch((thrown: unknown) =>
          reportError(toSyncError(thrown)),
        );

        async function draftOf(): Promise<Effect> {
          if (open?.state === 'prepared' && Date.now() < open.expiresAt) return open;
          // What is over is replaced, so that there is one question about this check and not several.
          if (open !== null && open.state !== 'sending') await sync.dropEffect(open.id);
          const request = { kind: 'check.run', checkId } as const;
          const was = await stateBefore(model, request);
          return await sync.prepareEffect(request, `Run ${name}`, checkHref(checkId), was);
        }
      }),
    [carryOut, sync, model, health, checkId, name, open, blocker, onRan, isShown],
  );
  const openId = open?.id;
  const drop = useCallback(
    () =>
      carryOut(async () => {
        if (openId !== undefined) await sync.dropEffect(openId);
      }),
    [carryOut, sync, openId],
  );
  return {
    isOffered: canRunNow(useAccess()),
    blocker,
    isBusy,
    open,
    notSent: notSent?.id === openId ? notSent?.why : undefined,
    failure: live.status === 'failed' ? live.error.message : undefined,
    run,
    drop,
  };
}

/** Where a check is shown, from outside its list (spec 2.4). */
export function checkHref(checkId: string): string {
  return `/health?checkId=${encodeURIComponent(checkId)}&timeRange=${LINK_TIME_RANGE}`;
}

/** What went wrong stands in the dialog while it is open, once; a toast says it when it was closed meanwhile. */
function tell({ state, reason, result }: Effect, isShown: boolean): void {
  if (state !== 'done' && isShown) return;
  switch (state) {
    case 'done': {
      const { passed, words } = checkRunOf(result);
      toast({
        kind: passed === false ? 'info' : 'success',
        text: 'You have successfully initiated the check run.',
        detail: words,
      });
      return;
    }
    case 'unknown':
      toast({
        kind: 'error',
        text: 'It is not known whether the check was run',
        detail: 'No answer came, and it is not sent again. Check the history before you repeat it.',
      });
      return;
    case 'prepared':
    case 'refused':
    case 'expired':
    case 'sending':
      toast({ kind: 'error', text: 'Check not run', detail: reason ?? undefined });
  }
}
