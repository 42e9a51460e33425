import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import * as v from 'valibot';
import type { Notice } from '#sync/protocol/op.ts';
import { noticeWords } from '#src/views/op-labels.ts';
import { isToldHere } from '#src/platform/session/told-here.ts';
import { useNotices } from '#src/features/sync/sync-queries.ts';
import {
  toast,
  TOAST_DURATION_MS,
  type ToastHandle,
  type ToastMessage,
} from '#src/ui/overlays/toast-queue.ts';
import { createFailureAnnouncer, type AnnouncerPorts, type FailureAnnouncer } from './failure-announcer.ts';
import { panelHref } from './panel-links.ts';

/** One notice in its own words; several only counted, the outbox lists them. */
export function failureMessage(notices: readonly Notice[], href: string): ToastMessage {
  const link = { href, label: 'Open Sync' };
  const [first, second] = notices;
  if (first !== undefined && second === undefined) {
    return { kind: 'error', text: noticeWords(first.kind), detail: first.message, link };
  }
  const isLost = notices.every(({ kind }) => kind === 'failed' || kind === 'cancelled');
  const words = isLost ? 'were not saved on the server' : 'need your decision or were not saved';
  return { kind: 'error', text: `${notices.length} changes ${words}`, link };
}

/** A change that ends badly while the page is open raises one toast; the notice itself stays until it is dismissed. */
export function useFailureToast(): void {
  const router = useRouter();
  const notices = useNotices().value;
  const announcer = useRef<FailureAnnouncer>(null);
  useEffect(() => {
    const tabs = openTabs();
    let said: readonly Notice[] = [];
    let saidAtMs = Number.NEGATIVE_INFINITY;
    let shown: ToastHandle | undefined;
    const say = (fresh: readonly Notice[]): void => {
      const href = panelHref(router.state.location, 'sync');
      // More of the same while the last toast stands is one larger toast, not a storm.
      const isBurst = Date.now() - saidAtMs < TOAST_DURATION_MS;
      said = isBurst ? [...said, ...fresh] : fresh;
      saidAtMs = Date.now();
      const message = failureMessage(said, href);
      if (isBurst && shown !== undefined) shown.update(message);
      else shown = toast(message);
    };
    announcer.current = createFailureAnnouncer({ say, isToldHere, ...tabs.ports });
    return () => {
      announcer.current?.stop();
      tabs.close();
    };
  }, [router]);
  useEffect(() => {
    if (notices !== undefined) announcer.current?.see(notices);
  }, [notices]);
}

const toldSchema = v.array(v.string());

/** This tab among the others of the device. */
function openTabs(): {
  readonly ports: Omit<AnnouncerPorts, 'say' | 'isToldHere'>;
  readonly close: () => void;
} {
  const channel = new BroadcastChannel('holdfast-announced');
  return {
    close: () => channel.close(),
    ports: {
      isVisible: () => document.visibilityState === 'visible',
      hasFocus: () => document.hasFocus(),
      random: Math.random,
      onVisible(listener) {
        const report = (): void => {
          if (document.visibilityState === 'visible') listener();
        };
        document.addEventListener('visibilitychange', report);
        return () => document.removeEventListener('visibilitychange', report);
      },
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no origin
      tellOthers: (noticeIds) => channel.postMessage(noticeIds),
      onTold(listener) {
        const hear = (event: MessageEvent<unknown>): void => {
          const told = v.safeParse(toldSchema, event.data);
          if (told.success) listener(told.output);
        };
        channel.addEventListener('message', hear);
        return () => channel.removeEventListener('message', hear);
      },
    },
  };
}
