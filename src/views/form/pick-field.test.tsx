/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeIndex, type FakeIndexState } from '#tests/page/fake-index.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import type { PickSource } from './form-spec.ts';
import { PickField } from './pick-field.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

const patience = { timeout: 30_000 };
let replica: FakeReplica;
beforeEach(() => {
  replica = createFakeReplica({ people: [{ id: 'u1', name: 'Ada Lovelace', avatar: null }] });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await replica.close();
});

function Frame({ from, begin }: { from: PickSource; begin: string }): ReactElement {
  const [value, setValue] = useState(begin);
  return (
    <>
      <PickField from={from} label="Target" value={value} onChange={setValue} />
      <p>chosen: {value}</p>
    </>
  );
}

function show(from: PickSource, begin = '', index: FakeIndexState = { rows: {} }): void {
  render(
    <ReplicaFrame index={createFakeIndex(index)} replica={replica}>
      <Frame begin={begin} from={from} />
    </ReplicaFrame>,
  );
}

const field = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('combobox', { name: /^Target/u });
const ITEMS = {
  config_items: [
    { id: 'i1', name: 'payments-api', type: 'Kubernetes::Deployment' },
    { id: 'i2', name: 'search', type: 'Kubernetes::Pod' },
  ],
};

describe('[screens 6] a picker', () => {
  it('of items finds those of this device, says that they are those, and chooses one', async () => {
    show('configs', '', { rows: ITEMS, state: 'partial' });
    await userEvent.type(field(), 'pay');
    const option = await screen.findByRole('option', { name: /payments-api/u }, patience);
    expect(option.textContent).toContain('Kubernetes::Deployment');
    expect(screen.getAllByText('Of those on this device')).toBeDefined();
    await userEvent.click(option);
    expect(screen.getByText('chosen: i1')).toBeDefined();
    expect(field().value).toBe('payments-api');
  });

  it.each([
    ['complete', 'Nothing matches'],
    ['partial', 'Nothing that is on this device matches'],
  ] as const)('only a whole copy says that nothing matches: %s', async (state, words) => {
    show('configs', '', { rows: ITEMS, state });
    await userEvent.type(field(), 'zzz');
    expect(await screen.findByText(words, {}, patience)).toBeDefined();
  });

  it('a search that fails is said, and is not an empty list', async () => {
    show('configs', '', { rows: ITEMS, failure: 'the disk is gone' });
    await userEvent.type(field(), 'pay');
    expect(
      await screen.findByText('It could not be searched on this device: the disk is gone', {}, patience),
    ).toBeDefined();
    expect(screen.queryByText('Nothing matches')).toBeNull();
  });

  it.each(['checks', 'components'] as const)('of %s says so too', async (from) => {
    vi.spyOn(replica.model, 'findSubjects').mockRejectedValue(new Error('the disk is gone'));
    show(from);
    expect(
      await screen.findByText('It could not be searched on this device: the disk is gone', {}, patience),
    ).toBeDefined();
  });

  it('names what is chosen as it is, where this device does not know it', async () => {
    show('components', 'c-9');
    expect(await screen.findByText('It is not on this device', {}, patience)).toBeDefined();
    expect(field().value).toBe('c-9');
  });

  it('emptied it has chosen nothing', async () => {
    show('configs', 'i1', { rows: ITEMS, state: 'complete' });
    await vi.waitFor(() => expect(field().value).toBe('payments-api'), patience);
    await userEvent.clear(field());
    expect(screen.getByText('chosen:')).toBeDefined();
  });

  it('of people says when their names cannot be read', async () => {
    await replica.set({ failure: 'the disk is gone', failing: ['people'] });
    show('people');
    expect(
      await screen.findByText('The names could not be read from this device: the disk is gone', {}, patience),
    ).toBeDefined();
    await userEvent.type(field(), 'x');
    expect(screen.queryByText('Nothing matches')).toBeNull();
  });
});
