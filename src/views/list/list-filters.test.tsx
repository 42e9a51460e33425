/** @vitest-environment jsdom */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MenuProps } from '#src/ui/overlays/menu.tsx';
import { ListFilters, type FilterField } from './list-filters.tsx';
import { choice, text } from './params.ts';
import { searchSpec, type SearchOf } from './search-spec.ts';
import { useListAddress } from './use-list-address.ts';

const drawn = vi.hoisted((): MenuProps[] => []);
vi.mock('#src/ui/overlays/menu.tsx', () => ({
  Menu: (props: MenuProps) => {
    drawn.push(props);
    return null;
  },
}));

const params = {
  status: choice(['open', 'all'], 'open', { none: 'all' }),
  type: choice(['cost', 'security'], undefined),
  find: text(),
};
const spec = searchSpec({ path: '/things', typingMs: 400, params });
type Search = SearchOf<typeof params>;
const fields: readonly FilterField<typeof params>[] = [
  { kind: 'choice', param: 'status', label: 'Status', anyLabel: 'Any', values: ['open'], titleOf: String },
  { kind: 'choice', param: 'type', label: 'Type', anyLabel: 'Any', values: ['cost'], titleOf: String },
];
type OnChange = (search: Search, options: { replace: boolean }) => undefined;

function Filters({ search, onChange }: { search: Search; onChange: OnChange }) {
  return <ListFilters address={useListAddress(spec, { search, entryKey: 'k', onChange })} fields={fields} />;
}

const press = (label: string, id: string): void =>
  drawn
    .findLast((menu) => menu.label === `${label} filter`)
    ?.groups.flatMap(({ items }) => items)
    .find((item) => item.id === id)
    ?.onAction?.();

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(globalThis, 'matchMedia');
});

it('another search draws no filter again, and a value picked afterwards keeps it', () => {
  Reflect.set(globalThis, 'matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const onChange = vi.fn<OnChange>();
  const { rerender } = render(<Filters search={{ status: 'all' }} onChange={() => undefined} />);
  const before = drawn.length;
  rerender(<Filters search={{ status: 'all', find: 'disk' }} onChange={onChange} />);
  expect(drawn).toHaveLength(before);
  press('Type', 'cost');
  expect(onChange).toHaveBeenLastCalledWith(
    { status: 'all', find: 'disk', type: 'cost' },
    { replace: false },
  );
  press('Status', 'open');
  expect(onChange).toHaveBeenLastCalledWith({ find: 'disk', type: 'cost' }, { replace: false });
  // Any value is not the absent one: that means open.
  press('Status', 'any');
  expect(onChange).toHaveBeenLastCalledWith(
    { status: 'all', find: 'disk', type: 'cost' },
    { replace: false },
  );
});
