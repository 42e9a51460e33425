import { describe, expect, it, vi } from 'vitest';
import { deviceTimers } from './timers.ts';

describe('timers of a device', () => {
  it('run what is due now without a timer, which a browser would hold back', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const order: string[] = [];
    const ran = new Promise<void>((resolve) => {
      deviceTimers.set(() => {
        order.push('due');
        resolve();
      }, 0);
    });
    order.push('after setting it');
    await ran;
    expect(order).toEqual(['after setting it', 'due']);
    expect(timer).not.toHaveBeenCalled();
    timer.mockRestore();
  });

  it('do not run what was cancelled, due now or later', async () => {
    const run = vi.fn<() => void>();
    deviceTimers.set(run, 0)();
    deviceTimers.set(run, 1)();
    await new Promise<void>((resolve) => {
      deviceTimers.set(resolve, 5);
    });
    expect(run).not.toHaveBeenCalled();
  });
});
