/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ChoicesField } from './choices-field.tsx';

afterEach(cleanup);

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_each, index) => ({ id: `p${index}`, label: `Person ${index}` }));

function Field({ count }: { count: number }): ReactElement {
  const [value, setValue] = useState<readonly string[]>([]);
  return (
    <ChoicesField
      error={undefined}
      help={undefined}
      label="Users"
      options={optionsOf(count)}
      readOnly={undefined}
      value={value}
      onChange={setValue}
    />
  );
}

it('[ux 4.8] of many choices some are found, what was chosen before stays, and Enter saves nothing', async () => {
  const onSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <Field count={30} />
      <button type="submit">Save</button>
    </form>,
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'Person 7' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find Users' }), 'PERSON 2{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getAllByRole('checkbox')).toHaveLength(11);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Person 21' }));
  expect(screen.getByRole('status').textContent).toBe('2 of 30 chosen');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find Users' }), 'x');
  expect(screen.getByText('Nothing matches')).toBeTruthy();
});

it('[ux 4.8] few choices have no search', () => {
  render(<Field count={12} />);
  expect(screen.queryByRole('searchbox')).toBeNull();
});
