/** @vitest-environment jsdom */
import { beforeEach, expect, it, vi } from 'vitest';
import type { ReadModel } from '#sync/read/read-model.ts';
import { rememberLock } from '../session/device-lock.ts';
import { openAhead, type ReadAhead } from './open-ahead.ts';
import { session } from '../session/session.ts';

const { openModelAhead } = vi.hoisted(() => ({ openModelAhead: vi.fn<() => ReadModel>() }));
vi.mock('./open-replica.ts', () => ({ openModelAhead }));

const never = (): Promise<never> => new Promise(() => undefined);
const properties = vi.fn<() => Promise<never>>(never);
const roles = vi.fn<(userId: string) => Promise<never>>(never);
const model = { properties, roles } as unknown as ReadModel; // all that a start asks for itself
const page = vi.fn<ReadAhead>();

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  openModelAhead.mockReturnValue(model);
  vi.spyOn(session, 'get').mockReturnValue({
    ...session.get(),
    identity: { userId: 'u-1', name: 'Ada', email: 'ada@example.com' },
  } as ReturnType<typeof session.get>);
});

it('begins what the page of this address shows, and what every page waits for', () => {
  openAhead({ pathname: '/health', search: '?tab=a' }, { '/health': page });
  expect(page).toHaveBeenCalledExactlyOnceWith(model, '?tab=a');
  expect(properties).toHaveBeenCalledOnce();
  expect(roles).toHaveBeenCalledExactlyOnceWith('u-1');
});

it('begins what the page of one record shows', () => {
  const other = vi.fn<ReadAhead>();
  openAhead({ pathname: '/topology/c-1', search: '' }, { '/topology/$id': page, '/topology': other });
  expect(page).toHaveBeenCalledExactlyOnceWith(model, '');
  expect(other).not.toHaveBeenCalled();
});

it('opens nothing for a page that shows nothing at once', () => {
  openAhead({ pathname: '/login', search: '' }, { '/health': page });
  expect(openModelAhead).not.toHaveBeenCalled();
});

it('opens nothing under a lock', () => {
  rememberLock('u-1', true);
  openAhead({ pathname: '/health', search: '' }, { '/health': page });
  expect(openModelAhead).not.toHaveBeenCalled();
});

it('a device that cannot be read ahead still gets its page', () => {
  openModelAhead.mockImplementation(() => {
    throw new Error('no IndexedDB');
  });
  expect(() => openAhead({ pathname: '/health', search: '' }, { '/health': page })).not.toThrow();
  expect(openModelAhead).toHaveBeenCalledOnce();
});
