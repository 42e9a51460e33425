/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DelayedSelect, FIELD_SAVE_DELAY_MS } from './delayed-select.tsx';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const OPTIONS = ['Low', 'Medium', 'High'].map((label) => ({ id: label.toLowerCase(), label }));
const optionOf = (id: string) => ({ id, label: id });

function choose(name: string): void {
  fireEvent.click(screen.getByRole('button', { name: /Severity/u }));
  fireEvent.click(screen.getByRole('option', { name }));
}

it('goes on showing what was chosen while an earlier choice was being saved', async () => {
  const ends: (() => void)[] = [];
  const onSave = vi.fn<(id: string) => Promise<void>>(
    async () => await new Promise((resolve) => ends.push(resolve)),
  );
  render(
    <DelayedSelect label="Severity" optionOf={optionOf} options={OPTIONS} value="low" onSave={onSave} />,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  choose('Medium');
  act(() => {
    vi.advanceTimersByTime(FIELD_SAVE_DELAY_MS);
  });
  expect(onSave).toHaveBeenLastCalledWith('medium');
  choose('High');
  await act(async () => ends[0]?.());
  expect(screen.getByRole('button', { name: /Severity/u }).textContent).toContain('High');
  act(() => {
    vi.advanceTimersByTime(FIELD_SAVE_DELAY_MS);
  });
  expect(onSave).toHaveBeenLastCalledWith('high');
});
