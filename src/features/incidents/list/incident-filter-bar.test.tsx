/** @vitest-environment jsdom */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MenuProps } from '#src/ui/menu.tsx';
import { IncidentFilterBar, type FilterBarProps } from './incident-filter-bar.tsx';

const drawn = vi.hoisted((): MenuProps[] => []);
vi.mock('#src/ui/menu.tsx', () => ({
  Menu: (props: MenuProps) => {
    drawn.push(props);
    return null;
  },
}));

afterEach(cleanup);

it('another search draws no filter again, and a value picked afterwards keeps it', () => {
  Reflect.set(globalThis, 'matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const onChange = vi.fn<FilterBarProps['onChange']>();
  const { rerender } = render(<IncidentFilterBar search={{ status: 'all' }} onChange={() => undefined} />);
  const before = drawn.length;
  rerender(<IncidentFilterBar search={{ status: 'all', search: 'disk' }} onChange={onChange} />);
  expect(drawn).toHaveLength(before);

  const type = drawn.find(({ label }) => label === 'Type filter');
  type?.groups
    .flatMap(({ items }) => items)
    .find(({ id }) => id === 'cost')
    ?.onAction?.();
  expect(onChange).toHaveBeenCalledWith({ status: 'all', search: 'disk', type: 'cost' }, { replace: false });

  rerender(
    <IncidentFilterBar search={{ status: 'all', search: 'disk', type: 'cost' }} onChange={onChange} />,
  );
  expect(drawn.length).toBeGreaterThan(before);
  Reflect.deleteProperty(globalThis, 'matchMedia');
});
