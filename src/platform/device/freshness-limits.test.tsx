/** @vitest-environment jsdom */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const KEY = 'holdfast.freshnessLimits';
const MINUTE_MS = 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A page that opens now, with what is stored now. */
async function openPage() {
  const limits = await import('./freshness-limits.ts');
  const { result } = renderHook(() => limits.useFreshnessLimits());
  return { limits, result };
}

it('[ux 4.5] are those of the design until a person sets others', async () => {
  const { result } = await openPage();
  expect(result.current).toMatchObject({
    check: { missedRuns: 3, leastMs: 5 * MINUTE_MS },
    summaryMs: 5 * MINUTE_MS,
    incidentMs: MINUTE_MS,
  });
});

it('hold at once, and again when a page is opened later', async () => {
  const { limits, result } = await openPage();
  act(() => limits.setFreshnessLimit('checkMinutes', 30));
  act(() => limits.setFreshnessLimit('incidentMinutes', 4));
  expect(result.current).toMatchObject({ check: { missedRuns: 3, leastMs: 30 * MINUTE_MS } });
  vi.resetModules();
  const later = await openPage();
  expect(later.result.current).toMatchObject({
    check: { missedRuns: 3, leastMs: 30 * MINUTE_MS },
    summaryMs: 5 * MINUTE_MS,
    incidentMs: 4 * MINUTE_MS,
  });
});

it('leave nothing behind when they are those of the design again', async () => {
  const { limits } = await openPage();
  act(() => limits.setFreshnessLimit('checkRuns', 5));
  expect(localStorage.getItem(KEY)).toBe('{"checkRuns":5}');
  act(() => limits.setFreshnessLimit('checkRuns', 3));
  expect(localStorage.getItem(KEY)).toBeNull();
});

it.each(['not JSON', '7', '{"checkRuns":900,"checkMinutes":"x"}'])(
  'fall back to the design where %j is stored, which stays until a person sets one',
  async (text) => {
    localStorage.setItem(KEY, text);
    const { limits, result } = await openPage();
    expect(result.current.check).toEqual({ missedRuns: 3, leastMs: 5 * MINUTE_MS });
    expect(localStorage.getItem(KEY)).toBe(text);
    act(() => limits.setFreshnessLimit('summaryMinutes', 9));
    expect(localStorage.getItem(KEY)).toBe('{"summaryMinutes":9}');
  },
);

it('follow what another page stores, and a storage that was emptied', async () => {
  const { limits, result } = await openPage();
  const unfollow = limits.followStoredLimits();
  const tell = (key: string | null): void =>
    act(() => void dispatchEvent(new StorageEvent('storage', { key })));
  localStorage.setItem(KEY, '{"incidentMinutes":7}');
  tell('holdfast.theme');
  expect(result.current.incidentMs).toBe(MINUTE_MS);
  tell(KEY);
  expect(result.current.incidentMs).toBe(7 * MINUTE_MS);
  // What this page sets next keeps what the other has set.
  act(() => limits.setFreshnessLimit('checkRuns', 2));
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ checkRuns: 2, incidentMinutes: 7 });
  localStorage.clear();
  tell(null);
  expect(result.current.incidentMs).toBe(MINUTE_MS);
  unfollow();
});

it('last as long as the page where the browser refuses storage', async () => {
  const { limits, result } = await openPage();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => limits.setFreshnessLimit('incidentMinutes', 7));
  expect(result.current.incidentMs).toBe(7 * MINUTE_MS);
});
