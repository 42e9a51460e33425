/** @vitest-environment jsdom */
import { expect, it, vi } from 'vitest';
import { openAhead } from './open-ahead.ts';
import { session } from './session.ts';

const { openModelAhead } = vi.hoisted(() => ({ openModelAhead: vi.fn<() => void>() }));
vi.mock('./open-replica.ts', () => ({ openModelAhead }));

it('a device that cannot be read ahead still gets its page', () => {
  vi.spyOn(session, 'get').mockReturnValue({
    ...session.get(),
    identity: { userId: 'u-1', name: 'Ada', email: 'ada@example.com' },
  } as ReturnType<typeof session.get>);
  openModelAhead.mockImplementation(() => {
    throw new Error('no IndexedDB');
  });
  expect(() => openAhead({ pathname: '/health', search: '' })).not.toThrow();
  expect(openModelAhead).toHaveBeenCalledOnce();
});
