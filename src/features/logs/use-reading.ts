import { useMemo, useState, useSyncExternalStore } from 'react';
import { logKey, type LogHead, type LogQuestion } from '#sync/protocol/log.ts';
import { createStore, useStore, type Store } from '#src/platform/device/store.ts';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { LogFinder, type Found } from './log-finder.ts';
import { LogPicks } from './log-picks.ts';
import { LogReading, type Reading } from './log-reading.ts';
import { rowsOf } from './log-view.ts';

/** What is read of a question, and what a person has chosen of it. */
export interface OpenReading {
  readonly reading: LogReading;
  readonly picks: LogPicks;
}

interface Held {
  readonly key: string;
  readonly open: OpenReading;
  /** Of the same source, shown until the new one has something. */
  readonly before: OpenReading | null;
}

/** The reading of a question; another question begins another one, and the lines of the former stay until it has some. */
export function useOpenReading(question: LogQuestion, name: string): OpenReading {
  const sync = useSync();
  const key = logKey(question);
  const open = (): OpenReading => ({ reading: new LogReading(sync, question, name), picks: new LogPicks() });
  const [held, setHeld] = useState<Held>(() => ({ key, open: open(), before: null }));
  let current = held;
  if (held.key !== key) {
    const isSameSource =
      held.open.reading.question.componentId === question.componentId &&
      held.open.reading.question.selector === question.selector;
    current = { key, open: open(), before: isSameSource ? held.open : null };
    setHeld(current);
  }
  const { phase } = useReading(current.open);
  return phase === 'loading' && current.before !== null ? current.before : current.open;
}

export function useReading({ reading }: OpenReading): Reading {
  return useSyncExternalStore(reading.subscribe, reading.get);
}

/** The rows of what was read, and with a text those that hold it. */
export function useRows({ stretches }: Reading, text: string): Found {
  const finder = useMemo(() => new LogFinder(text), [text]);
  const found = useSyncExternalStore(finder.subscribe, () =>
    text === '' ? null : finder.foundIn(stretches),
  );
  const all = useMemo(() => rowsOf(stretches), [stretches]);
  return found ?? { rows: all, isLooking: false };
}

const NONE: readonly LogHead[] = [];

/** Every question of which lines are kept, read when somebody first looks. */
function keptStore(sync: Pick<SyncClient, 'logsKept'>): Store<readonly LogHead[]> {
  const store = createStore(NONE);
  let isRead = false;
  return {
    get: store.get,
    subscribe(listener) {
      const leave = store.subscribe(listener);
      if (!isRead) {
        isRead = true;
        // Nothing depends on it: without it there is one list less on the page.
        sync.logsKept().then((heads) => store.set(heads), reportError);
      }
      return leave;
    },
  };
}

export function useKeptLogs(): readonly LogHead[] {
  const sync = useSync();
  const [store] = useState(() => keptStore(sync));
  return useStore(store);
}
