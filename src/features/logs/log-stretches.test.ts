import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, packLines, type LogLine, type LogPage } from '#sync/protocol/log.ts';
import { chosenLines, createNumbering, withFirst, withOlder, type Stretches } from './log-stretches.ts';

const PAGE = 5;

/** A server with one line a second, the newest first. */
const serverLine = (at: number): LogLine => ({ at, message: `line ${at}`, labels: { pod: `p${at % 3}` } });

/** A page of lines older than `before`. */
function pageBefore(before: number, oldest: number): LogPage {
  const times = Array.from({ length: PAGE }, (_none, at) => before - 1 - at).filter((at) => at >= oldest);
  const last = times.at(-1) ?? oldest;
  return {
    lines: packLines(times.map(serverLine)),
    next: last > oldest ? String(last) : null,
    asOf: null,
    unread: 0,
  };
}

const timesOf = (stretches: Stretches): readonly (readonly (number | null)[])[] =>
  stretches.map(({ lines }) => [...linesOf(lines)].map(({ at }) => at));
const numbering = createNumbering();
const first = (stretches: Stretches, page: LogPage): Stretches => withFirst(stretches, page, PAGE, numbering);
const older = (stretches: Stretches, at: number, page: LogPage): Stretches =>
  withOlder(stretches, at, page, PAGE, numbering);

describe('what was read', () => {
  it('grows at its head by what is new alone', () => {
    const before = first([], pageBefore(10, 0));
    const after = first(before, pageBefore(12, 0));
    expect(timesOf(after)).toEqual([[11, 10, 9, 8, 7, 6, 5]]);
    expect(after[0]?.next).toBe('5');
    expect(first(after, pageBefore(12, 0))).toBe(after);
  });

  it('has a gap where a page does not reach what was there, which the pages after it close', () => {
    const before = first([], pageBefore(10, 0));
    const gapped = first(before, pageBefore(22, 0));
    expect(timesOf(gapped)).toEqual([
      [21, 20, 19, 18, 17],
      [9, 8, 7, 6, 5],
    ]);
    expect(gapped.map(({ isJoined }) => isJoined)).toEqual([false, false]);
    const nearer = older(gapped, 0, pageBefore(17, 0));
    expect(timesOf(nearer)[0]).toEqual([21, 20, 19, 18, 17, 16, 15, 14, 13, 12]);
    const closed = older(nearer, 0, pageBefore(12, 0));
    expect(timesOf(closed).flat()).toEqual([21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
    expect(closed.map(({ next, isJoined }) => [next, isJoined])).toEqual([
      [null, true],
      ['5', false],
    ]);
  });

  it('ends where the server names no other page, unless that page was full', () => {
    const whole = older(first([], pageBefore(7, 0)), 0, pageBefore(2, 0));
    expect(whole.map(({ next, isJoined }) => [next, isJoined])).toEqual([[null, true]]);
    const full = first([], { ...pageBefore(5, 0), next: null });
    expect(full.map(({ next, isJoined }) => [next, isJoined])).toEqual([[null, false]]);
  });

  it('of one moment keeps every line once', () => {
    const at = (message: string): LogLine => ({ at: 7, message, labels: {} });
    const page = (...messages: string[]): LogPage => ({
      lines: packLines(messages.map(at)),
      next: null,
      asOf: null,
      unread: 0,
    });
    const after = first(first([], page('a', 'b')), page('c', 'a', 'b'));
    expect([...linesOf(after[0]?.lines ?? packLines([]))].map(({ message }) => message)).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  it('is in order, has no line twice and every key once, however it was read', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ is: fc.constant('newest' as const), by: fc.nat(12) }),
        fc.record({ is: fc.constant('after' as const), place: fc.nat(3) }),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let now = 10;
        let stretches = first([], pageBefore(now, 0));
        for (const step of all) {
          if (step.is === 'newest') {
            now += step.by;
            stretches = first(stretches, pageBefore(now, 0));
            continue;
          }
          const next = stretches[step.place]?.next ?? null;
          if (next !== null) stretches = older(stretches, step.place, pageBefore(Number(next), 0));
        }
        const times = timesOf(stretches).flat();
        expect(times).toEqual([...new Set(times)].sort((a, b) => Number(b) - Number(a)));
        const keys = stretches.flatMap((each) => each.keys);
        expect(new Set(keys).size).toBe(times.length);
        // What follows without a gap does so.
        const steps = timesOf(stretches).flatMap((run) =>
          run.slice(1).map((time, at) => Number(run[at]) - Number(time)),
        );
        expect(new Set([...steps, 1])).toEqual(new Set([1]));
        const lost = stretches.slice(0, -1).filter(({ isJoined, next }) => !isJoined && next === null);
        expect(lost).toEqual([]);
      }),
    );
  });
});

describe('chosen lines', () => {
  it('come with three around them, the oldest first, each once and not over a gap', () => {
    const stretches = first(older(first([], pageBefore(10, 0)), 0, pageBefore(5, 0)), pageBefore(30, 0));
    const keyOf = (place: number, at: number): number => stretches[place]?.keys[at] ?? -1;
    const chosen = new Set([keyOf(0, 4), keyOf(1, 1), keyOf(1, 2)]);
    const found = chosenLines(stretches, chosen, 3).map(
      ({ stretch, at, isChosen }) => `${stretch.lines.times[at]}${isChosen ? '!' : ''}`,
    );
    expect(found).toEqual(['4', '5', '6', '7!', '8!', '9', '25!', '26', '27', '28']);
  });
});
