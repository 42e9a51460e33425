import { createStore, type Store } from '#src/platform/device/store.ts';
import { layoutKey, type Layout, type LayoutQuestion } from './layout-question.ts';

export interface LayoutState {
  /** The newest there is: of the graph that was asked about last, or of an earlier one while `isBehind`. */
  readonly layout: Layout | null;
  /** What was drawn before it; null where nothing was. */
  readonly former: Layout | null;
  /** Of which question the layout is. */
  readonly key: string;
  readonly isBehind: boolean;
  readonly failure: string | null;
}

export interface LayoutStore extends Store<LayoutState> {
  /** Asks for this graph, once; what was asked before and is not answered yet is wanted no more. */
  readonly ask: (question: LayoutQuestion) => void;
  /** Asks again for what failed. */
  readonly retry: () => void;
}

/**
 * ```
 * idle ──ask──► busy ──answer──► idle (drawn)
 *                 └──ask other──► busy, one waits ──answer: dropped──► busy with the newest
 * ```
 * At most one graph is being laid out and one waits: an engine that cannot be interrupted is never given a queue.
 */
export function createLayoutStore(layOut: (question: LayoutQuestion) => Promise<Layout>): LayoutStore {
  const state = createStore<LayoutState>({
    layout: null,
    former: null,
    key: '',
    isBehind: false,
    failure: null,
  });
  let wanted: { readonly key: string; readonly question: LayoutQuestion } | undefined;
  let isBusy = false;

  async function work(): Promise<void> {
    if (isBusy || wanted === undefined) return;
    isBusy = true;
    const mine = wanted;
    let outcome: Partial<LayoutState>;
    try {
      const layout = await layOut(mine.question);
      outcome = { layout, former: state.get().layout, key: mine.key, failure: null };
    } catch (thrown) {
      outcome = { failure: thrown instanceof Error ? thrown.message : String(thrown) };
    }
    isBusy = false;
    // Read anew: another graph may have been asked about meanwhile.
    if (wanted === mine) state.set({ ...state.get(), ...outcome, isBehind: false });
    else void work();
  }

  function want(question: LayoutQuestion, key: string): void {
    wanted = { key, question };
    state.set({ ...state.get(), isBehind: true, failure: null });
    void work();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    ask(question) {
      const key = layoutKey(question);
      if (key !== wanted?.key) want(question, key);
    },
    retry() {
      if (wanted !== undefined && !isBusy) want(wanted.question, wanted.key);
    },
  };
}
