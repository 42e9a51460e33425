import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnchoredWindow } from '#src/ui/table/anchored-window.ts';

/* Real layout and real scrolling; rows are drawn by hand, at once, as React draws for a store. */

const VIEW_PX = 600;
const heightOf = (index: number): number => 20 + ((index * 37) % 90);

let scroller: HTMLElement;
let block: HTMLElement;
let count = 0;
let view = { first: 0, last: 0 };
let rowWindow: AnchoredWindow;
let leave: (() => void) | undefined;

function draw(): void {
  const { first, end } = AnchoredWindow.within(rowWindow.get(), count);
  const known = new Map([...block.children].map((row) => [Number(row.getAttribute('data-index')), row]));
  const rows = Array.from({ length: end - first }, (_none, at) => {
    const index = first + at;
    const row = known.get(index) ?? document.createElement('div');
    row.setAttribute('data-index', String(index));
    row.setAttribute('style', `height:${heightOf(index)}px`);
    return row;
  });
  block.replaceChildren(...rows);
  rowWindow.drawnInto(block, count, (from, to) => {
    view = { first: from, last: to };
  });
}

function open(lines: number): void {
  count = lines;
  rowWindow = new AnchoredWindow();
  rowWindow.subscribe(draw);
  leave = rowWindow.follow(scroller);
  draw();
}

const frames = async (many = 2): Promise<void> => {
  for (let at = 0; at < many; at += 1) await new Promise((done) => requestAnimationFrame(done));
};
const scrollBy = async (px: number): Promise<void> => {
  scroller.scrollTop += px;
  await frames();
};
/** What stands at so many pixels from the top of the view; null for an empty place. */
function rowAt(y: number): number | null {
  const { top } = scroller.getBoundingClientRect();
  const row = [...block.children].find((each) => {
    const box = each.getBoundingClientRect();
    return box.top - top <= y && box.bottom - top > y;
  });
  return row === undefined ? null : Number(row.getAttribute('data-index'));
}
const topOf = (index: number): number =>
  (block.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect().top ?? Number.NaN) -
  scroller.getBoundingClientRect().top;

beforeEach(() => {
  document.body.innerHTML = `<div style="height:${VIEW_PX}px;overflow:auto;position:relative;overflow-anchor:none"><div style="position:relative"><div style="position:absolute;inset:0 0 auto 0"></div></div></div>`;
  scroller = document.body.firstElementChild as HTMLElement; // made by the line above
  block = scroller.firstElementChild?.firstElementChild as HTMLElement; // the same
});
afterEach(() => leave?.());

describe.each([40, 5_000, 1_000_000])('a list of %i rows', (lines) => {
  it('is read from its first row to those after it, each where the one before ends', async () => {
    open(lines);
    expect(rowAt(0)).toBe(0);
    let seen = 0;
    for (let step = 0; step < 40; step += 1) {
      await scrollBy(170);
      const top = rowAt(0);
      expect(top).not.toBeNull();
      expect(top ?? 0).toBeGreaterThanOrEqual(seen);
      expect((top ?? 0) - seen).toBeLessThanOrEqual(9);
      seen = top ?? seen;
    }
    expect(view.first).toBe(rowAt(0));
  });

  it('shows rows wherever it is dragged to, its end at the end and its start at the start', async () => {
    open(lines);
    for (const share of [0.5, 0.93, 0.2, 0.7]) {
      scroller.scrollTop = share * (scroller.scrollHeight - VIEW_PX);
      await frames();
      expect(rowAt(0)).not.toBeNull();
      expect(rowAt(VIEW_PX - 1)).not.toBeNull();
      // A short list has more of a view in it.
      expect(Math.abs((rowAt(0) ?? 0) / lines - share)).toBeLessThan(lines > 1_000 ? 0.03 : 0.3);
    }
    for (let tries = 0; tries < 10; tries += 1) {
      scroller.scrollTop = scroller.scrollHeight;
      await frames();
    }
    expect(rowAt(VIEW_PX - 1)).toBe(lines - 1);
    expect(Math.round(topOf(lines - 1) + heightOf(lines - 1))).toBe(VIEW_PX);
    scroller.scrollTop = 0;
    await frames(3);
    expect([rowAt(0), Math.round(topOf(0))]).toEqual([0, 0]);
  });

  it('moves no row when it comes to rest, and goes to any row that is asked for', async () => {
    open(lines);
    const wanted = Math.floor(lines * 0.6);
    rowWindow.reveal(wanted);
    block.querySelector(`[data-index="${wanted}"]`)?.scrollIntoView({ block: 'nearest' });
    await frames();
    expect(topOf(wanted)).toBeGreaterThanOrEqual(0);
    expect(topOf(wanted)).toBeLessThan(VIEW_PX);
    await scrollBy(-300);
    await scrollBy(120);
    const row = rowAt(100) ?? -1;
    const before = Math.round(topOf(row));
    // Longer than it takes to be called at rest.
    await new Promise((done) => setTimeout(done, 400));
    await frames();
    expect(Math.round(topOf(row))).toBe(before);
    rowWindow.toTop();
    await frames();
    expect(rowAt(0)).toBe(0);
  });
});

it('a list that grows at its end stays where it is, and one that becomes short is not scrolled past its end', async () => {
  open(500);
  scroller.scrollTop = 8_000;
  await frames();
  const row = rowAt(50) ?? -1;
  const before = Math.round(topOf(row));
  count = 90_000;
  draw();
  await frames();
  expect(Math.round(topOf(row))).toBe(before);
  count = 3;
  draw();
  await frames(3);
  expect([rowAt(0), scroller.scrollTop]).toEqual([0, 0]);
});
