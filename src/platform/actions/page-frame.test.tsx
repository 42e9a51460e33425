/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { HeldKey } from '../session/device-lock.ts';
import { usePageFrame, useTabTitle, type PageFrame } from './page-frame.ts';
import { createStore } from '../device/store.ts';

const held = createStore<HeldKey | null>(null);
vi.mock('../session/device-lock.ts', () => ({
  get heldKey() {
    return held;
  },
}));

afterEach(() => {
  cleanup();
  held.set(null);
});

/** What opens the data is asked for by nobody here. */
const HELD: HeldKey = { userId: 'p-1', key: new Uint8Array(), codec: {} as HeldKey['codec'] };

function Page(frame: PageFrame): ReactElement {
  usePageFrame(frame);
  return <p>{useTabTitle()}</p>;
}

it('[LCK11] a locked device names in its tab nothing of the data, and others what they show', async () => {
  render(<Page crumbs={[]} sealedTitle="INC-7" title="INC-7 Checkout is down" />);
  expect(await screen.findByText('INC-7 Checkout is down')).toBeDefined();
  cleanup();
  held.set(HELD);
  const { rerender } = render(<Page crumbs={[]} sealedTitle="INC-7" title="INC-7 Checkout is down" />);
  expect(await screen.findByText('INC-7')).toBeDefined();
  rerender(<Page crumbs={[]} title="Health" />);
  expect(await screen.findByText('Health')).toBeDefined();
});
