import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { watchStaleChunks } from '#src/platform/shell/service-worker-client.ts';
import { RenderErrorPage } from './error-pages.tsx';

/** What Vite raises when a lazy part of the app cannot be loaded. */
function failToLoad(error: Error): Event {
  const event = new Event('vite:preloadError', { cancelable: true });
  Reflect.set(event, 'payload', error);
  window.dispatchEvent(event);
  return event;
}

beforeAll(() => watchStaleChunks());
afterEach(cleanup);

test('a part of the app that is gone offers a reload instead of a retry', () => {
  // Offline: the page does not reload by itself.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const error = new TypeError('Failed to fetch');
  expect(failToLoad(error).defaultPrevented).toBe(false);
  render(<RenderErrorPage error={error} reset={() => undefined} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page could not be loaded');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('an error with the same words that is none offers the retry', () => {
  render(<RenderErrorPage error={new TypeError('Failed to fetch')} reset={() => undefined} />);
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
});
