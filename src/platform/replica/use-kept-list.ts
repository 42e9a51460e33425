import { useEffect, useMemo, useState } from 'react';
import type { KeptListKind } from '#sync/protocol/kept-list.ts';
import { useStartIsShown } from '../shell/start-painted.ts';
import { forgetKeptAhead, keptAheadOf } from './kept-ahead.ts';
import { useReadModel } from './read-model-context.tsx';
import type { FollowedLive } from './use-followed.ts';

/** How the kept answers of a list are read; one object for all calls. */
export interface KeptList<Query, Kept, Answer> {
  readonly kind: KeptListKind;
  /** Under what the answer is kept; undefined where it is not. */
  readonly idOf: (query: Query) => string | undefined;
  /** What was kept, if it can be read and answers this question. */
  readonly read: (text: string, query: Query) => Kept | null;
  /** It as an answer of now. */
  readonly answer: (kept: Kept, query: Query) => Answer;
  /** What makes two questions the same. */
  readonly questionOf: (query: Query) => string;
}

/**
 * The list as it was kept on this device, for as long as the worker has not answered: a start shows it at once. Read
 * once, for the first question of a page.
 */
export function useKeptUntil<Query, Kept, Answer>(
  list: KeptList<Query, Kept, Answer>,
  live: FollowedLive<Answer>,
  query: Query,
): FollowedLive<Answer> {
  const isNeeded = live.value === undefined;
  const model = useReadModel();
  const [first] = useState(query);
  const id = list.idOf(first);
  const ahead = id === undefined ? undefined : keptAheadOf(model, list.kind, id);
  const [kept, setKept] = useState(() => parsed(ahead?.text()));
  useEffect(() => {
    if (!isNeeded) forgetKeptAhead();
    if (!isNeeded || id === undefined || kept !== null) return undefined;
    let isOver = false;
    (ahead?.reading ?? model.keptList(list.kind, id))
      .then((text) => {
        if (!isOver) setKept(text === null ? null : list.read(text, first));
      })
      // What cannot be read is not there: the worker reads the same storage, and says what is wrong with it.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [model, list, ahead, id, first, isNeeded, kept]);
  useStartIsShown(kept !== null);
  const answer = useMemo(() => (kept === null ? null : list.answer(kept, query)), [list, kept, query]);
  if (!isNeeded || answer === null) return live;
  const isBehind = list.questionOf(first) !== list.questionOf(query);
  return live.status === 'failed'
    ? { ...live, value: answer, isBehind }
    : { status: 'ready', value: answer, error: undefined, isBehind };

  function parsed(text: string | null | undefined): Kept | null {
    return text === null || text === undefined ? null : list.read(text, first);
  }
}
