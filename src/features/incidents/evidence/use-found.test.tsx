/** @vitest-environment jsdom */
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import type { IndexClient, IndexFollower } from '#src/platform/replica/index-client.ts';
import { IndexProvider } from '#src/platform/replica/index-context.tsx';
import { FOUND_LIMIT, useFoundPacked } from './use-found.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

afterEach(cleanup);

const item = (at: number) => ({ id: `c-${at}`, name: `node-${String(at).padStart(3, '0')}`, type: 'Node' });
const ITEMS = Array.from({ length: 80 }, (_none, at) => item(at + 1));

/** An index that notes how many rows are asked for, and tells when it has changed. */
class Stage {
  readonly asked: number[] = [];
  readonly #followers = new Set<IndexFollower>();
  items = ITEMS;
  readonly #index: IndexClient = {
    query: (tbl, query) => createFakeIndex({ rows: { config_items: this.items } }).query(tbl, query),
    rows: async (tbl, ids) => {
      this.asked.push(ids.length);
      return await createFakeIndex({ rows: { config_items: this.items } }).rows(tbl, ids);
    },
    rebuild: async () => 0,
    follow: (_tbl, follower) => {
      this.#followers.add(follower);
      return () => this.#followers.delete(follower);
    },
  };

  readonly wrapper = ({ children }: { children: ReactNode }): ReactElement => (
    <IndexProvider index={this.#index}>{children}</IndexProvider>
  );

  async change(items: typeof ITEMS): Promise<void> {
    this.items = items;
    await act(async () => {
      for (const each of this.#followers) each.onState({ version: 2, ...deviceClaim('complete', null) });
    });
  }
}

it('reads what a list shows before the rest of a new answer, and counts all of it at once', async () => {
  const stage = new Stage();
  const seen: { readonly lines: number; readonly total: number; readonly first: string | undefined }[] = [];
  const { rerender } = renderHook(
    ({ text }) => {
      const { value } = useFoundPacked('config', text);
      const now = {
        lines: value?.lines.length ?? 0,
        total: value?.total ?? 0,
        first: value?.lines[0]?.title,
      };
      const last = seen.at(-1);
      if (last?.lines !== now.lines || last.first !== now.first || last.total !== now.total) seen.push(now);
    },
    { initialProps: { text: '' }, wrapper: stage.wrapper },
  );
  await waitFor(() => expect(seen.at(-1)?.lines).toBe(FOUND_LIMIT), { timeout: 30_000 });
  rerender({ text: 'node-01' });
  await waitFor(() => expect(seen.at(-1)).toEqual({ lines: 10, total: 10, first: 'node-010' }), {
    timeout: 30_000,
  });
  rerender({ text: 'node-0' });
  await waitFor(() => expect(seen.at(-1)).toEqual({ lines: FOUND_LIMIT, total: 80, first: 'node-001' }), {
    timeout: 30_000,
  });
  expect(stage.asked.filter((count) => count > 0)).toEqual([10, FOUND_LIMIT, 10, 10, FOUND_LIMIT]);
});

it('an answer that changes by itself stays as long as it was', async () => {
  const stage = new Stage();
  const lengths: number[] = [];
  const { result } = renderHook(
    () => {
      const live = useFoundPacked('config', '');
      lengths.push(live.value?.lines.length ?? 0);
      return live;
    },
    { wrapper: stage.wrapper },
  );
  await waitFor(() => expect(result.current.value?.lines).toHaveLength(FOUND_LIMIT), { timeout: 30_000 });
  const from = lengths.length;
  await stage.change([item(0), ...ITEMS]);
  await waitFor(() => expect(result.current.value?.lines[0]?.title).toBe('node-000'), { timeout: 30_000 });
  expect(new Set(lengths.slice(from))).toEqual(new Set([FOUND_LIMIT]));
});
