/** @vitest-environment jsdom */
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import '#tests/page/patience.ts';
import { TableOrGraph } from './relation-switches.tsx';

const workers: { readonly name: string | undefined; isEnded: boolean }[] = [];

class CountedWorker {
  readonly #mine: (typeof workers)[number];
  constructor(_url: string, options?: WorkerOptions) {
    this.#mine = { name: options?.name, isEnded: false };
    workers.push(this.#mine);
  }
  addEventListener(): void {}
  postMessage(): void {}
  terminate(): void {
    this.#mine.isEnded = true;
  }
}

afterEach(cleanup);

it('has the layout of graphs ready for as long as it offers one', async () => {
  vi.stubGlobal('Worker', CountedWorker);
  const { unmount } = render(<TableOrGraph value="table" onChange={() => undefined} />);
  await waitFor(() => expect(workers).toEqual([{ name: 'holdfast-layout', isEnded: false }]));
  unmount();
  expect(workers).toEqual([{ name: 'holdfast-layout', isEnded: true }]);
});
