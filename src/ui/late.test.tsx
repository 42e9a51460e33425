/** @vitest-environment jsdom */
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactElement, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { late } from './late.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Word({ text }: { text: string }): ReactElement {
  return <p>{text}</p>;
}

class Boundary extends Component<{ children: ReactNode }, { words: string | null }> {
  override state = { words: null };
  static getDerivedStateFromError(error: Error): { words: string } {
    return { words: error.message };
  }
  override render(): ReactNode {
    return this.state.words ?? this.props.children;
  }
}

it('draws nothing until the code is here, and draws at once from then on', async () => {
  const load = vi.fn<() => Promise<typeof Word>>(() => Promise.resolve(Word));
  const Late = late<{ text: string }>(load);
  expect(load).not.toHaveBeenCalled();
  const { container, unmount } = render(<Late text="one" />);
  expect(container.textContent).toBe('');
  await screen.findByText('one');
  unmount();
  render(<Late text="two" />);
  expect(screen.getByText('two')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('is an error of what draws it when the code cannot be loaded, and the next one asks again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<typeof Word>>()
    .mockRejectedValueOnce(new Error('The chunk is gone'))
    .mockResolvedValue(Word);
  const Late = late<{ text: string }>(load);
  const { unmount } = render(
    <Boundary>
      <Late text="one" />
    </Boundary>,
  );
  await screen.findByText('The chunk is gone');
  unmount();
  render(<Late text="two" />);
  await screen.findByText('two');
  expect(load).toHaveBeenCalledTimes(2);
});

it('asks again when the code was lost after the one that drew it had gone', async () => {
  let lose = (): void => undefined;
  const load = vi
    .fn<() => Promise<typeof Word>>()
    .mockImplementationOnce(
      () =>
        new Promise((_resolve, reject) => {
          lose = () => reject(new Error('The chunk is gone'));
        }),
    )
    .mockResolvedValue(Word);
  const Late = late<{ text: string }>(load);
  const { unmount } = render(<Late text="one" />);
  unmount();
  await act(async () => lose());
  render(<Late text="two" />);
  expect(await screen.findByText('two')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

it('leaves the page standing where it can do without, and asks again when it is drawn again', async () => {
  const told = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', told);
  const load = vi
    .fn<() => Promise<typeof Word>>()
    .mockRejectedValueOnce(new Error('The chunk is gone'))
    .mockResolvedValue(Word);
  const Late = late<{ text: string }>(load, 'spared');
  const { rerender } = render(<Late text="one" />);
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  rerender(<Late text="two" />);
  await screen.findByText('two');
});

it('is drawn at once where its code was fetched ahead, and a loss ahead is nobody’s error', async () => {
  const load = vi
    .fn<() => Promise<typeof Word>>()
    .mockRejectedValueOnce(new Error('No network'))
    .mockResolvedValue(Word);
  const Late = late<{ text: string }>(load);
  await act(async () => Late.fetchAhead());
  await act(async () => Late.fetchAhead());
  render(<Late text="three" />);
  expect(screen.getByText('three')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
