/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceClaim } from '#sync/protocol/claim.ts';
import { createFakeIndex, type FakeIndexState } from '#tests/page/fake-index.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { useAmong } from './among.ts';
import { ListBody } from './list-page.tsx';
import { itemStory } from './story/item-story.tsx';
import { useListState } from './use-list-address.ts';

/** An index whose rows change while it is looked at. */
function createChangingIndex(start: FakeIndexState) {
  let now = createFakeIndex(start);
  const followers = new Set<() => void>();
  const read: number[] = [];
  const index: IndexClient = {
    query: (...asked) => now.query(...asked),
    rows: (tbl, ids) => {
      read.push(ids.length);
      return now.rows(tbl, ids);
    },
    rebuild: async () => 0,
    follow: (_tbl, { onState }) => {
      const tell = (): void => onState({ version: 1, ...deviceClaim('complete', null) });
      followers.add(tell);
      return () => followers.delete(tell);
    },
  };
  return {
    index,
    /** How many rows were read at once, each time. */
    read,
    become: async (next: FakeIndexState): Promise<void> => {
      now = createFakeIndex(next);
      await act(async () => followers.forEach((tell) => tell()));
    },
  };
}

const items = (...names: readonly string[]) => ({
  config_items: names.map((name) => ({ id: name.split(' ')[0] ?? name, name })),
});

/** A filter that asks what its values would leave. */
function Counting(): ReactElement {
  const [own, other] = [useAmong('config_items'), useAmong('config_changes')];
  return <output aria-label="Among">{JSON.stringify({ own, other })}</output>;
}

const spec: typeof itemStory = {
  ...itemStory,
  filters: [{ kind: 'slot', id: 'counting', Control: Counting }],
};

function Tab(): ReactElement {
  const address = useListState(itemStory.search, 'tab');
  const source = itemStory.useRows(address.search);
  return <ListBody actions={null} address={address} source={source} spec={spec} />;
}

class NoResize {
  observe(): void {}
  disconnect(): void {}
}

let replica: FakeReplica;
beforeEach(() => {
  localStorage.clear();
  replica = createFakeReplica();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await replica.close();
});

async function start(state: FakeIndexState) {
  const changing = createChangingIndex(state);
  render(
    <ReplicaFrame index={changing.index} replica={replica}>
      <Tab />
    </ReplicaFrame>,
  );
  await screen.findByRole('link', { name: 'ant' });
  return changing;
}

const grid = (): HTMLElement => screen.getByRole('grid', { name: 'Items' });
const names = (): (string | null)[] =>
  within(grid())
    .getAllByRole('link')
    .map((link) => link.textContent);

it('[ux need 14] rows of the index stay where they are while somebody is among them, and their cells are current', async () => {
  const { become } = await start({ rows: items('ant', 'bee', 'cat') });
  fireEvent.pointerOver(grid());
  await become({ rows: items('aardvark', 'ant the first', 'cat') });
  await waitFor(() => expect(names()).toEqual(['ant the first', 'cat']));
  const ids = within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(ids).toEqual(['ant the first', 'Not on this device any more', 'cat']);
  expect(screen.getByText('The list has changed')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(names()).toEqual(['aardvark', 'ant the first', 'cat']));
  expect(screen.queryByText('The list has changed')).toBeNull();
});

it('rows of the index follow at once where nobody is, and when whoever was there leaves', async () => {
  const { become } = await start({ rows: items('ant', 'bee') });
  await become({ rows: items('aardvark', 'ant', 'bee') });
  await waitFor(() => expect(names()).toEqual(['aardvark', 'ant', 'bee']));
  fireEvent.pointerOver(grid());
  await become({ rows: items('ant', 'bee') });
  expect(await screen.findByText('The list has changed')).toBeDefined();
  fireEvent.pointerOut(grid());
  await waitFor(() => expect(names()).toEqual(['ant', 'bee']));
});

it('while the list is being downloaded it grows under a pointer, and other words in its cells move nothing', async () => {
  const { become } = await start({ rows: items('ant'), state: 'partial' });
  fireEvent.pointerOver(grid());
  await become({ rows: items('aardvark', 'ant'), state: 'complete' });
  await waitFor(() => expect(names()).toEqual(['aardvark', 'ant']));
  await become({ rows: items('aardvark', 'ant the first') });
  await waitFor(() => expect(names()).toEqual(['aardvark', 'ant the first']));
  expect(screen.queryByText('The list has changed')).toBeNull();
});

it('a filter counts among the rows of the list around it, and not among those of another collection', async () => {
  await start({ rows: items('ant', 'bee') });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find an item' }), { target: { value: 'a' } });
  await waitFor(() =>
    expect(screen.getByLabelText('Among').textContent).toBe(
      JSON.stringify({ own: { filters: [], text: 'a' }, other: null }),
    ),
  );
});

it('the rows of the first screen are read before those below it', async () => {
  vi.stubGlobal('ResizeObserver', NoResize);
  const { read } = await start({
    rows: items('ant', ...Array.from({ length: 149 }, (_, at) => `item-${at}`)),
  });
  await waitFor(() => expect(read).toEqual([64, 86]));
});
