import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice } from '#sync/protocol/op.ts';
import { createFailureAnnouncer, GATHER_MS, type FailureAnnouncer } from './failure-announcer.ts';
import { failureMessage } from './failure-toast.ts';

function notice(id: string, more: Partial<Notice> = {}): Notice {
  return { id, kind: 'failed', message: `Comment ${id}`, opIds: [id], createdAt: 0, readAt: null, ...more };
}

describe('createFailureAnnouncer', () => {
  const say = vi.fn<(fresh: readonly Notice[]) => void>();
  const said = (): string[][] => say.mock.calls.map(([fresh]) => fresh.map(({ id }) => id));
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    say.mockReset();
  });

  /** Tabs of one device, joined by `told`. */
  const told = new Set<(ids: readonly string[]) => void>();
  afterEach(() => told.clear());
  function tab(
    isShown = true,
    speak = say,
    focus = { has: true, random: 0 },
  ): FailureAnnouncer & { show: () => void } {
    let isVisible = isShown;
    let shown: () => void = () => undefined;
    let hear: (ids: readonly string[]) => void = () => undefined;
    const announcer = createFailureAnnouncer({
      say: speak,
      isToldHere: ({ message }) => message === 'told by its screen',
      isVisible: () => isVisible,
      hasFocus: () => focus.has,
      random: () => focus.random,
      onVisible: (listener) => {
        shown = listener;
        return () => undefined;
      },
      tellOthers: (ids) => told.forEach((listener) => listener !== hear && listener(ids)),
      onTold: (listener) => {
        hear = listener;
        told.add(listener);
        return () => told.delete(listener);
      },
    });
    return {
      ...announcer,
      show() {
        isVisible = true;
        shown();
      },
    };
  }

  it('of two tabs only the one that is seen speaks', () => {
    const hiddenSay = vi.fn<(fresh: readonly Notice[]) => void>();
    const hidden = tab(false, hiddenSay);
    const seen = tab();
    for (const { see } of [hidden, seen]) see([]);
    for (const { see } of [hidden, seen]) see([notice('a')]);
    vi.runAllTimers();
    hidden.show();
    vi.runAllTimers();
    expect(said()).toEqual([['a']]);
    expect(hiddenSay).not.toHaveBeenCalled();
  });

  it('of two tabs that are seen the one with the focus speaks', () => {
    const aside = vi.fn<(fresh: readonly Notice[]) => void>();
    const tabs = [tab(true, aside, { has: false, random: 0 }), tab()];
    for (const { see } of tabs) see([]);
    for (const { see } of tabs) see([notice('a')]);
    vi.runAllTimers();
    expect(said()).toEqual([['a']]);
    expect(aside).not.toHaveBeenCalled();
  });

  it('of two tabs that are seen and have no focus one speaks', () => {
    const later = vi.fn<(fresh: readonly Notice[]) => void>();
    const tabs = [tab(true, later, { has: false, random: 0.5 }), tab(true, say, { has: false, random: 0 })];
    for (const { see } of tabs) see([]);
    for (const { see } of tabs) see([notice('a')]);
    vi.runAllTimers();
    expect(said()).toEqual([['a']]);
    expect(later).not.toHaveBeenCalled();
  });

  it('a hidden tab keeps what nobody has said until it is shown, without what was dismissed', () => {
    const { see, show } = tab(false);
    see([]);
    see([notice('b'), notice('a')]);
    vi.runAllTimers();
    see([notice('b'), notice('a', { readAt: 1 })]);
    expect(said()).toEqual([]);
    show();
    vi.runAllTimers();
    expect(said()).toEqual([['b']]);
  });

  it('does not repeat what was there when the page was opened', () => {
    const { see } = tab();
    see([notice('a')]);
    see([notice('a')]);
    vi.runAllTimers();
    expect(said()).toEqual([]);
  });

  it('says several of one moment together, and each once', () => {
    const { see } = tab();
    see([]);
    see([notice('a')]);
    vi.advanceTimersByTime(GATHER_MS - 1);
    see([notice('b'), notice('a')]);
    expect(said()).toEqual([]);
    vi.advanceTimersByTime(1);
    see([notice('b'), notice('a')]);
    vi.runAllTimers();
    expect(said()).toEqual([['a', 'b']]);
  });

  it('one failure, one message: what the screen that began it says is said by no other tab either', () => {
    const aside = vi.fn<(fresh: readonly Notice[]) => void>();
    // The other tab has not begun it, and would say it.
    const other = tab(true, aside, { has: false, random: 0 });
    const own = tab();
    for (const { see } of [other, own]) see([]);
    other.see([notice('a')]);
    own.see([notice('a', { message: 'told by its screen' })]);
    vi.runAllTimers();
    expect(said()).toEqual([]);
    expect(aside).not.toHaveBeenCalled();
  });

  it('is silent about a notice that another tab has dismissed, and after it was stopped', () => {
    const { see, stop } = tab();
    see([]);
    see([notice('a', { readAt: 1 })]);
    vi.runAllTimers();
    see([notice('b')]);
    stop();
    vi.runAllTimers();
    expect(said()).toEqual([]);
  });
});

describe('failureMessage', () => {
  const href = '/incidents?panel=sync';
  const link = { href, label: 'Open Sync' };

  it('gives one notice its own words', () => {
    expect(failureMessage([notice('a', { kind: 'parked' })], href)).toEqual({
      kind: 'error',
      text: 'Stopped',
      detail: 'Comment a',
      link,
    });
  });

  it('counts several', () => {
    expect(failureMessage([notice('a'), notice('b', { kind: 'cancelled' })], href)).toEqual({
      kind: 'error',
      text: '2 changes were not saved on the server',
      link,
    });
    expect(failureMessage([notice('a'), notice('b', { kind: 'conflict' })], href).text).toBe(
      '2 changes need your decision or were not saved',
    );
  });
});
