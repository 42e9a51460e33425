/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { diffBody, diffKind } from './diff-frame.tsx';
import { DiffLines } from './diff-lines.tsx';

afterEach(cleanup);

it('leaves out the names of the files, not the lines that look like them', () => {
  const diff = '--- before\n+++ after\n@@ -1,2 +1,2 @@\n--- was a comment\n+++ is one\n same\n';
  expect(diffBody(diff).map((line) => diffKind(line))).toEqual(['hunk', 'removed', 'added', 'same']);
  expect(diffBody('no diff at all')).toEqual(['no diff at all']);
});

it('folds a long one', async () => {
  render(<DiffLines diff={Array.from({ length: 50 }, (_, at) => `+${at}`).join('\n')} label="Diff" />);
  expect(screen.queryByText('+40')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show 10 more lines' }));
  expect(screen.getByText('+49')).toBeDefined();
});
