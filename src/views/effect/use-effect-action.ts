import { useRef, useState } from 'react';
import { toSyncError } from '#sync/errors.ts';
import type { Effect, EffectRequest, EffectState } from '#sync/protocol/effect.ts';
import type { TeamTexts } from '#sync/protocol/effects/spec.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useSync, useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { tellHere } from '#src/platform/session/told-here.ts';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';
import { toast } from '#src/ui/overlays/toast-queue.ts';
import { useIsThere } from '#src/ui/use-latest.ts';
import { shownState } from './effect-state.ts';
import { stateBefore } from './effect-target.ts';
import { effectMessage, type EffectWords } from './effect-words.ts';

/** What came of a try to send one. `why`: this device could not ask, or does not know what came of it. */
export interface Sent {
  readonly effect: Effect;
  readonly why?: string;
}

/** What a person may do with things that happen on the server, cannot be taken back and are sent once (ux 4.6 C). */
export interface EffectAction {
  /** Why it can only be prepared now; undefined when it can be sent. */
  readonly blocker: string | undefined;
  readonly isBusy: boolean;
  /** Why the last try to send this one did not leave; undefined when there was none. */
  readonly notSent: (effect: Effect) => string | undefined;
  /** Keeps it on this device, and sends nothing. */
  readonly prepare: (request: EffectRequest, title: string) => Promise<Effect>;
  /** Sends what is kept, once, and says what became of it. `texts` leave with it and are kept nowhere. Never rejects. */
  readonly send: (effect: Effect, texts?: TeamTexts) => Promise<Sent | undefined>;
  /** The same where the caller says what became of it, as a form does; once that is gone a message does. */
  readonly sendQuietly: (effect: Effect, texts: TeamTexts) => Promise<Sent>;
  /** One press: sends `open` where that still may be sent, else a new one in its place; kept where nothing can be sent. */
  readonly ask: (request: EffectRequest, title: string, open: Effect | null) => Promise<void>;
  readonly drop: (effect: Effect) => Promise<void>;
}

interface EffectActionOptions {
  /** Where it is asked for, and where a kept one is settled. */
  readonly screen: string;
  readonly words: EffectWords;
  /** Ends that the screen shows in their place: a message says them only once it is gone (one failure, one message). */
  readonly shown?: readonly EffectState[];
  /** The server has done it. */
  readonly onDone?: (effect: Effect) => void;
}

/** The one way of the page to effects of the server. */
export function useEffectAction({ screen, words, shown = [], onDone }: EffectActionOptions): EffectAction {
  const sync = useSync();
  const model = useReadModel();
  const blocker = serverBlocker(useSyncStatus().phase);
  const isShown = useIsThere();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly id: string; readonly why: string }>();
  const running = useRef(new Set<string>());

  /** Two presses are one; presses for two things are two. */
  const once = async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    if (running.current.has(key)) return undefined;
    running.current.add(key);
    setBusy(true);
    setFailure(undefined);
    try {
      return await work();
    } finally {
      running.current.delete(key);
      setBusy(running.current.size > 0);
    }
  };
  const tell = ({ effect, why }: Sent, isSaid: boolean): void => {
    if (isSaid && isShown.current) return;
    // What did not leave is still prepared, and stands there with the reason.
    if (isShown.current && shown.includes(why === undefined ? effect.state : 'prepared')) {
      if (why !== undefined) setFailure({ id: effect.id, why });
      return;
    }
    const message = effectMessage(words, effect, why);
    if (message !== undefined) toast(message);
  };
  const prepare = async (request: EffectRequest, title: string): Promise<Effect> =>
    sync.prepareEffect(request, title, screen, await stateBefore(model, request));
  const sendNow = async (effect: Effect, texts?: TeamTexts, isSaid = false): Promise<Sent> => {
    tellHere([effect.id]);
    const sent = await (texts === undefined ? sync.sendEffect(effect.id) : sync.sendEffect(effect.id, texts))
      .then((ended): Sent => ({ effect: ended }))
      .catch((thrown: unknown): Sent => ({ effect, why: toSyncError(thrown).message }));
    tell(sent, isSaid);
    if (!isSaid && sent.why === undefined && sent.effect.state === 'done') onDone?.(sent.effect);
    return sent;
  };
  const draftFor = async (request: EffectRequest, title: string, open: Effect | null): Promise<Effect> => {
    if (open !== null && shownState(open, Date.now()) === 'prepared') return open;
    // What is over is replaced, so that there is one question about the thing and not several.
    if (open !== null && open.state !== 'sending') await sync.dropEffect(open.id);
    return prepare(request, title);
  };
  return {
    blocker,
    isBusy,
    notSent: ({ id }) => (failure?.id === id ? failure.why : undefined),
    prepare,
    send: (effect, texts) => once(effect.id, () => sendNow(effect, texts)),
    sendQuietly: (effect, texts) => sendNow(effect, texts, true),
    async ask(request, title, open) {
      await once('ask', async () => {
        try {
          const draft = await draftFor(request, title, open);
          if (blocker === undefined) await sendNow(draft);
        } catch (thrown) {
          const { message } = toSyncError(thrown);
          toast({ kind: 'error', text: words.failed ?? 'It was not done', detail: message });
        }
      });
    },
    async drop({ id }) {
      await once(`drop ${id}`, () =>
        sync.dropEffect(id).catch((thrown: unknown) => {
          toast({ kind: 'error', text: 'That did not work', detail: toSyncError(thrown).message });
        }),
      );
    },
  };
}
