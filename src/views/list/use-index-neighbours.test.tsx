/** @vitest-environment jsdom */
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { IndexProvider } from '#src/platform/replica/index-context.tsx';
import { createFakeIndex } from '#tests/page/fake-index.ts';
import { useIndexNeighbours } from './use-index-neighbours.ts';

const idOf = (at: number): string => `r${String(at).padStart(5, '0')}`;
const index = createFakeIndex({
  rows: { config_items: Array.from({ length: 2500 }, (_, at) => ({ id: idOf(at), name: idOf(at) })) },
});
const asked = {
  filters: [],
  text: '',
  sort: { column: 'name', descending: false },
  facets: [],
  groupBy: [],
};

function start(id: string, place: number) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IndexProvider index={index}>{children}</IndexProvider>
  );
  return renderHook((props) => useIndexNeighbours({ tbl: 'config_items', asked, place, ...props }), {
    wrapper,
    initialProps: { id },
  });
}

it('goes on through a list that is longer than one answer, both ways, and ends at its ends', async () => {
  const { result, rerender } = start(idOf(1990), 1990);
  await waitFor(() => expect(result.current).toEqual({ previous: idOf(1989), next: idOf(1991) }));
  // Steps over where the first answer ended, at 2,490, and back over where it began.
  for (const at of [2100, 2300, 2400, 2489, 2490, 2498, 2100, 1990, 1700, 1580, 1489, 1200]) {
    rerender({ id: idOf(at) });
    await waitFor(() => expect(result.current).toEqual({ previous: idOf(at - 1), next: idOf(at + 1) }));
  }
  const last = start(idOf(2499), 2499).result;
  await waitFor(() => expect(last.current).toEqual({ previous: idOf(2498), next: undefined }));
  const first = start(idOf(0), 0).result;
  await waitFor(() => expect(first.current).toEqual({ previous: undefined, next: idOf(1) }));
});

it('knows no neighbours of a row that is not listed', async () => {
  const { result } = start('other', -1);
  await waitFor(() => expect(result.current).toEqual({ previous: undefined, next: undefined }));
});
