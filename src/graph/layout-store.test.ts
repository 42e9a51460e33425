import { expect, it, vi } from 'vitest';
import type { Layout, LayoutQuestion } from './layout-question.ts';
import { createLayoutStore } from './layout-store.ts';

const question = (id: string): LayoutQuestion => ({
  nodes: [{ id, width: 10, height: 10 }],
  edges: [],
  direction: 'LR',
  rankSpacing: 120,
  nodeSpacing: 100,
  isInOrder: false,
});
const layoutOf = (id: string): Layout => new Map([[id, { x: 0, y: 0 }]]);

/** An engine that is answered for by hand. */
function createEngine() {
  const asked: { id: string; answer: () => void; fail: (message: string) => void }[] = [];
  const layOut = vi.fn<(question: LayoutQuestion) => Promise<Layout>>(
    ({ nodes }) =>
      new Promise((resolve, reject) => {
        const id = nodes[0]?.id ?? '';
        asked.push({
          id,
          answer: () => resolve(layoutOf(id)),
          fail: (message) => reject(new Error(message)),
        });
      }),
  );
  return { asked, layOut };
}

/** Lets what is settled be heard. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

it('asks once for one graph', async () => {
  const { asked, layOut } = createEngine();
  const store = createLayoutStore(layOut);
  store.ask(question('a'));
  store.ask(question('a'));
  expect(store.get()).toMatchObject({ layout: null, isBehind: true });
  asked[0]?.answer();
  await settle();
  expect(store.get()).toMatchObject({ layout: layoutOf('a'), isBehind: false });
  store.ask(question('a'));
  expect(layOut).toHaveBeenCalledTimes(1);
});

it('a later graph replaces an earlier one: its answer is dropped, and what lies between is never asked', async () => {
  const { asked, layOut } = createEngine();
  const store = createLayoutStore(layOut);
  const drawn: (readonly string[])[] = [];
  store.subscribe(() => drawn.push([...(store.get().layout?.keys() ?? [])]));
  for (const id of ['a', 'b', 'c']) store.ask(question(id));
  expect(asked.map(({ id }) => id)).toEqual(['a']);
  asked[0]?.answer();
  await settle();
  expect(asked.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(store.get().isBehind).toBe(true);
  asked[1]?.answer();
  await settle();
  expect(store.get()).toMatchObject({ layout: layoutOf('c'), isBehind: false });
  expect(drawn.flat()).toEqual(['c']);
});

it('shows what was drawn last until the next is there', async () => {
  const { asked, layOut } = createEngine();
  const store = createLayoutStore(layOut);
  store.ask(question('a'));
  asked[0]?.answer();
  await settle();
  store.ask(question('b'));
  expect(store.get()).toMatchObject({ layout: layoutOf('a'), isBehind: true });
});

it('says what failed, and asks for it again by request only', async () => {
  const { asked, layOut } = createEngine();
  const store = createLayoutStore(layOut);
  store.ask(question('a'));
  asked[0]?.fail('The engine broke');
  await settle();
  expect(store.get()).toMatchObject({ layout: null, isBehind: false, failure: 'The engine broke' });
  store.ask(question('a'));
  expect(layOut).toHaveBeenCalledTimes(1);
  store.retry();
  asked[1]?.answer();
  await settle();
  expect(store.get()).toMatchObject({ layout: layoutOf('a'), failure: null });
});
