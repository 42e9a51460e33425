/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageLog } from './message-log.ts';
import { MAX_VISIBLE_TOASTS, TOAST_DURATION_MS, toast, toastQueue, type ToastHandle } from './toast-queue.ts';
import { ToastRegion } from './toast-region.tsx';

function pass(durationMs: number): void {
  act(() => void vi.advanceTimersByTime(durationMs));
}

function say(text: string): void {
  act(() => void toast({ kind: 'success', text }));
}

const toasts = (): HTMLElement[] => screen.queryAllByRole('alertdialog');

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    messageLog.clear();
    render(<ToastRegion />);
  });
  afterEach(() => {
    while (toastQueue.visibleToasts[0]) {
      const { key } = toastQueue.visibleToasts[0];
      act(() => toastQueue.close(key));
    }
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('goes after 5 seconds, not before', () => {
    say('Linked to incident successfully');
    pass(TOAST_DURATION_MS - 1);
    expect(screen.getByRole('alertdialog', { name: 'Linked to incident successfully' })).toBeTruthy();
    pass(1);
    expect(toasts()).toHaveLength(0);
    expect(TOAST_DURATION_MS).toBe(5000);
  });

  it('stops the clock while the pointer is inside, and goes on with the rest', () => {
    say('one');
    pass(3000);
    fireEvent.pointerEnter(toasts()[0]!);
    fireEvent.pointerOver(toasts()[0]!);
    pass(60_000);
    expect(toasts()).toHaveLength(1);
    fireEvent.pointerOut(toasts()[0]!, { relatedTarget: document.body });
    pass(1999);
    expect(toasts()).toHaveLength(1);
    pass(1);
    expect(toasts()).toHaveLength(0);
  });

  it('stops the clock while focus is inside', () => {
    say('one');
    act(() => toasts()[0]!.focus());
    pass(60_000);
    expect(toasts()).toHaveLength(1);
    act(() => toasts()[0]!.blur());
    pass(TOAST_DURATION_MS);
    expect(toasts()).toHaveLength(0);
  });

  it('stops the clock while the tab is hidden, also for toasts that come then', () => {
    setHidden(true);
    say('one');
    pass(60_000);
    expect(toasts()).toHaveLength(1);
    setHidden(false);
    pass(TOAST_DURATION_MS);
    expect(toasts()).toHaveLength(0);
  });

  it('shows three, counts the rest and keeps all in the log', () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) say(text);
    expect(toasts()).toHaveLength(MAX_VISIBLE_TOASTS);
    expect(screen.getByText('+2 more')).toBeTruthy();
    expect(messageLog.getSnapshot().messages.map((message) => message.text)).toEqual([
      'e',
      'd',
      'c',
      'b',
      'a',
    ]);
    expect(messageLog.getSnapshot().unreadCount).toBe(5);
    pass(TOAST_DURATION_MS);
    expect(toasts()).toHaveLength(2);
    expect(screen.queryByText(/more/u)).toBeNull();
  });

  it('closes by its button', () => {
    say('one');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(toasts()).toHaveLength(0);
  });

  it('keeps a running action until its end is known; the log holds one line for both', () => {
    let handle: ToastHandle | undefined;
    act(() => {
      handle = toast({ kind: 'loading', text: 'Exporting' });
    });
    pass(60_000);
    expect(screen.getByRole('alertdialog', { name: 'Exporting' })).toBeTruthy();
    act(() => handle?.update({ kind: 'success', text: 'Exported' }));
    expect(screen.queryByRole('alertdialog', { name: 'Exporting' })).toBeNull();
    pass(TOAST_DURATION_MS);
    expect(toasts()).toHaveLength(0);
    expect(messageLog.getSnapshot().messages.map((message) => message.text)).toEqual(['Exported']);
  });
});
