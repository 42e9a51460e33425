import { liveQuery } from 'dexie';

/** What is read; a closed one hears of no change. */
export interface LiveOwner {
  isClosed(): boolean;
}

export interface LiveObserver<T> {
  /** What is shown for it: the same value, of parts that stood there already. */
  next(value: T): T;
  error(thrown: unknown): void;
}

/** Stands for an answer that nobody looks at, so that nothing is read for it. */
const UNREAD = Symbol('unread');

/**
 * One live read that outlives the page that shows it. While nobody looks it hears that its rows have changed, but reads
 * nothing; whoever comes back to the same question has the answer at once, or reads anew if something has changed.
 */
export interface LiveKeeper<T> {
  /** The last answer, while it is still true. */
  answer(owner: LiveOwner, question: string): T | undefined;
  /**
   * Follows the question, in place of one that nobody looks at; the result parks it. Who comes to a kept answer is
   * given it. Where somebody else still looks, the question is followed beside theirs and not kept.
   */
  follow(
    owner: LiveOwner,
    question: string,
    querier: () => Promise<T>,
    observer: LiveObserver<T>,
  ): () => void;
}

interface Kept<T> {
  readonly owner: LiveOwner;
  readonly question: string;
  observer: LiveObserver<T> | undefined;
  answer: T | undefined;
  stop(): void;
}

export function createLiveKeeper<T>(): LiveKeeper<T> {
  let kept: Kept<T> | undefined;
  const answerOf = (owner: LiveOwner, question: string): T | undefined =>
    kept?.owner === owner && kept.question === question && !owner.isClosed() ? kept.answer : undefined;

  function begin(
    owner: LiveOwner,
    question: string,
    querier: () => Promise<T>,
    first: LiveObserver<T>,
  ): Kept<T> {
    const own: Kept<T> = { owner, question, observer: first, answer: undefined, stop: () => undefined };
    const subscription = liveQuery<T | typeof UNREAD>(() => {
      if (own.observer !== undefined) return querier();
      own.answer = undefined;
      return UNREAD;
    }).subscribe({
      next: (value) => {
        if (value === UNREAD) return;
        // One copy: a list of thousands would be held twice.
        own.answer = own.observer === undefined ? value : own.observer.next(value);
      },
      error: (thrown) => {
        own.answer = undefined;
        own.observer?.error(thrown);
      },
    });
    own.stop = () => subscription.unsubscribe();
    return own;
  }

  return {
    answer: answerOf,
    follow(owner, question, querier, observer) {
      if (kept?.observer !== undefined) {
        const beside = begin(owner, question, querier, observer);
        return () => beside.stop();
      }
      const answer = answerOf(owner, question);
      if (kept !== undefined && answer !== undefined) {
        kept.observer = observer;
        kept.answer = observer.next(answer);
      } else {
        kept?.stop();
        kept = begin(owner, question, querier, observer);
      }
      const own = kept;
      return () => {
        own.observer = undefined;
      };
    },
  };
}
