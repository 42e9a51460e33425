import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Effect } from '#sync/protocol/effect.ts';
import { preparedOf } from '#src/views/effect/effect-state.ts';
import { useEffects } from '#src/views/effect/use-effects.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useIsPageHidden } from '#src/ui/page-hidden.ts';
import { toast, type ToastMessage } from '#src/ui/overlays/toast-queue.ts';
import { panelHref } from './panel-links.ts';

/** A network that comes and goes is one return: the same actions are not asked about again sooner. */
export const ASK_AGAIN_MS = 60_000;

/** The question about what was prepared, with the way to where it is answered. */
export function askAgainMessage(prepared: readonly Effect[], href: string): ToastMessage {
  const [first] = prepared;
  const isOne = prepared.length === 1 && first !== undefined;
  return {
    kind: 'info',
    text: isOne ? '1 prepared action waits for you' : `${prepared.length} prepared actions wait for you`,
    detail: isOne
      ? `${first.title}. It is sent only when you say so.`
      : 'They are sent only when you say so.',
    link: { href, label: 'Open the prepared actions' },
  };
}

/**
 * Asks again about prepared actions when the server can be reached again, on whatever page the person is (ux 4.6 C).
 * Once per return, and when the app is opened; a tab nobody sees asks when it is shown. What is prepared while the
 * server can be reached is being sent by the person at that moment, and is not asked about.
 */
export function useAskAgain(): void {
  const router = useRouter();
  const { phase } = useSyncStatus();
  const effects = useEffects().value;
  const isHidden = useIsPageHidden();
  const isReachable = phase === 'live' || phase === 'syncing';
  const isAsked = useRef(false);
  const last = useRef({ ids: '', atMs: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (!isReachable) isAsked.current = false;
    if (!isReachable || isAsked.current || isHidden || effects === undefined) return;
    isAsked.current = true;
    const nowMs = Date.now();
    const prepared = preparedOf(effects, nowMs);
    const ids = prepared.map(({ id }) => id).join(' ');
    const isSaid = ids === last.current.ids && nowMs - last.current.atMs < ASK_AGAIN_MS;
    if (prepared.length === 0 || isSaid) return;
    last.current = { ids, atMs: nowMs };
    toast(askAgainMessage(prepared, panelHref(router.state.location, 'sync')));
  }, [isReachable, isHidden, effects, router]);
}
