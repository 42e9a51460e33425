import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { DiffSides, sidesOf } from './diff-sides.tsx';

afterEach(cleanup);

it('what was removed stands beside what was added in its place', () => {
  expect(sidesOf(['@@', ' a', '-b', '-c', '+d', ' e', '+f', '-g'])).toEqual([
    { before: '@@', after: '@@' },
    { before: ' a', after: ' a' },
    { before: '-b', after: '+d' },
    { before: '-c', after: null },
    { before: ' e', after: ' e' },
    { before: null, after: '+f' },
    { before: '-g', after: null },
  ]);
});

it('of a long diff the rest is shown when somebody wants it', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => ` line ${at}`);
  render(<DiffSides diff={['--- a', '+++ b', '@@ -1 +1 @@', ...lines].join('\n')} label="Diff" />);
  const diff = within(screen.getByRole('region', { name: 'Diff' }));
  expect(diff.queryByText(/--- a/u)).toBeNull();
  expect(diff.queryAllByText('line 59')).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Show 21 more lines' }));
  expect(diff.getAllByText('line 59')).toHaveLength(2);
});
