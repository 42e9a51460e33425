import { expect, it, vi } from 'vitest';
import { sharedTextOf, watchLaunches } from './launches.ts';

const at = (path: string): URL => new URL(path, 'https://holdfast.example');

it.each([
  ['/incidents', null],
  ['/incidents?search=disk', null],
  ['/incidents?shared_text=%20', null],
  [
    '/incidents?shared_title=Alert&shared_text=Disk%20full&shared_url=https://x.example/1',
    'Alert\nDisk full\nhttps://x.example/1',
  ],
  ['/incidents?shared_text=https://x.example/1&shared_url=https://x.example/1', 'https://x.example/1'],
])('what is shared in %s', (path, text) => {
  expect(sharedTextOf(at(path))).toBe(text);
});

it('opens what a window that stands already is launched with, and not what it was opened with', () => {
  const open = vi.fn<(href: string) => void>();
  const launches: ((launch: { readonly targetURL?: string }) => void)[] = [];
  const own = at('/incidents').href;
  watchLaunches(open, own, { launchQueue: { setConsumer: (consume) => launches.push(consume) } });
  const [launch] = launches;
  launch?.({ targetURL: own });
  expect(open).not.toHaveBeenCalled();
  launch?.({ targetURL: at('/incidents?panel=sync').href });
  launch?.({ targetURL: own });
  launch?.({ targetURL: at('/incidents?shared_text=Disk').href });
  launch?.({});
  expect(open.mock.calls).toEqual([['/incidents?panel=sync'], ['/incidents'], ['/incidents?panel=attach']]);
});

it('asks nothing of a browser without launches', () => {
  const open = vi.fn<(href: string) => void>();
  watchLaunches(open, '', {});
  expect(open).not.toHaveBeenCalled();
});
