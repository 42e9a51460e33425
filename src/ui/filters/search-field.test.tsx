/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

afterEach(cleanup);

const onOuterKey = vi.fn<(key: string) => void>();
const onChange = vi.fn<(text: string) => void>();
const onSubmit = vi.fn<(text: string) => void>();
const onLeave = vi.fn<() => void>();

/** In something that has keys of its own, as a dialog has. */
function Controlled(props: Partial<SearchFieldProps>): ReactElement {
  const [text, setText] = useState('');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens as a dialog does
    <div onKeyDown={({ key }) => onOuterKey(key)}>
      <SearchField
        label="Search things"
        value={text}
        onChange={(next) => {
          setText(next);
          onChange(next);
        }}
        onLeave={onLeave}
        {...props}
      />
    </div>
  );
}

function begin(props: Partial<SearchFieldProps> = {}): HTMLInputElement {
  vi.clearAllMocks();
  render(<Controlled {...props} />);
  return screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search things' });
}

it('tells each key, and has no cross to reach by Tab', async () => {
  const input = begin();
  await userEvent.type(input, 'ab');
  expect(onChange.mock.calls).toEqual([['a'], ['ab']]);
  expect(onOuterKey.mock.calls).toEqual([['a'], ['b']]);
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
  expect(onLeave).toHaveBeenCalledOnce();
});

it('is cleared by Escape, which goes on to what is around it only where there is nothing to clear', async () => {
  const input = begin();
  await userEvent.type(input, 'a{Escape}');
  expect(input.value).toBe('');
  expect(onOuterKey).not.toHaveBeenCalledWith('Escape');
  await userEvent.keyboard('{Escape}');
  expect(onOuterKey).toHaveBeenCalledWith('Escape');
  expect(onChange.mock.calls).toEqual([['a'], ['']]);
});

it('is cleared by its cross, and keeps the focus', async () => {
  const input = begin();
  await userEvent.type(input, 'a');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
  expect(onLeave).not.toHaveBeenCalled();
});

it('takes Enter where somebody waits for it, and leaves it to the form elsewhere', async () => {
  const input = begin({ onSubmit });
  await userEvent.type(input, 'a{Enter}');
  expect(onSubmit.mock.calls).toEqual([['a']]);
  expect(onOuterKey).not.toHaveBeenCalledWith('Enter');
  cleanup();
  await userEvent.type(begin(), 'a{Enter}');
  expect(onOuterKey).toHaveBeenCalledWith('Enter');
});

it('leaves the keys of a text that is being composed, and those with others, alone', () => {
  const input = begin({ onSubmit });
  fireEvent.change(input, { target: { value: 'あ' } });
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true });
  expect(onSubmit).not.toHaveBeenCalled();
  expect(input.value).toBe('あ');
});

it('holds its own text where nobody else does', async () => {
  vi.clearAllMocks();
  render(<SearchField defaultValue="b" label="Search things" />);
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search things' });
  await userEvent.type(input, 'c');
  expect(input.value).toBe('bc');
  await userEvent.keyboard('{Escape}');
  expect(input.value).toBe('');
});
