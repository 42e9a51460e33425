import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heldWorker, type HeldWorker } from './held-worker.ts';

interface Api {
  readonly double: (n: number) => Promise<number>;
}

const PATIENCE_MS = 10_000;
const never = new Promise<number>(() => undefined);
let started: { crash: (message: string) => void; isOver: boolean }[] = [];
let answer: (n: number) => Promise<number>;
let worker: HeldWorker<Api>;

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  answer = async (n) => n * 2;
  worker = heldWorker<Api>((crash) => {
    const mine = { crash, isOver: false };
    started.push(mine);
    return {
      api: { double: (n) => answer(n) },
      terminate: () => {
        mine.isOver = true;
      },
    };
  }, PATIENCE_MS);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a worker that is held', () => {
  it('starts with the first question, and once', async () => {
    worker.hold();
    expect(started).toHaveLength(0);
    expect(await worker.ask((api) => api.double(2))).toBe(4);
    expect(await worker.ask((api) => api.double(3))).toBe(6);
    expect(started).toHaveLength(1);
  });

  it('ends with its last holder, who is told of what was not answered', async () => {
    const [first, second] = [worker.hold(), worker.hold()];
    answer = () => never;
    const asked = worker.ask((api) => api.double(1));
    first();
    first();
    expect(started[0]?.isOver).toBe(false);
    second();
    expect(started[0]?.isOver).toBe(true);
    await expect(asked).rejects.toMatchObject({ info: { kind: 'cancelled' } });
  });

  it('tells of a crash, and the next question starts another one', async () => {
    worker.hold();
    answer = () => never;
    const asked = worker.ask((api) => api.double(1));
    started[0]?.crash('could not be loaded');
    await expect(asked).rejects.toThrow('could not be loaded');
    expect(started[0]?.isOver).toBe(true);
    answer = async () => 7;
    expect(await worker.ask((api) => api.double(1))).toBe(7);
    expect(started).toHaveLength(2);
  });

  it('ends one that hangs', async () => {
    worker.hold();
    answer = () => never;
    const asked = worker.ask((api) => api.double(1));
    const outcome = asked.catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(started[0]?.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ info: { kind: 'timeout', afterMs: PATIENCE_MS } });
    expect(started[0]?.isOver).toBe(true);
  });

  it('leaves no timer behind an answer', async () => {
    await worker.ask((api) => api.double(2));
    expect(vi.getTimerCount()).toBe(0);
  });
});
