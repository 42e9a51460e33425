import { createElement, useSyncExternalStore, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { OutputReading, type OutputPart } from '#src/features/playbooks/runs/detail/output-reading.ts';
import { OutputText } from '#src/features/playbooks/runs/detail/output-text.tsx';

let root: Root | null = null;
afterEach(() => {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
});

const partsOf = (lines: number): readonly OutputPart[] => [
  {
    id: 'stdout',
    label: 'Output',
    text: Array.from({ length: lines }, (_none, at) => `line ${at}\n`).join(''),
    cut: null,
  },
];

function Shown({ reading, parts }: { reading: OutputReading; parts: readonly OutputPart[] }): ReactElement {
  const shown = useSyncExternalStore(reading.subscribe, () => reading.of(parts));
  const [part] = shown.parts;
  if (part === undefined) throw new Error('no part');
  return createElement(OutputText, { label: 'Output', part, reading, search: shown.search, isGrowing: true });
}

function draw(reading: OutputReading, lines: number): void {
  if (root === null) {
    const style = document.createElement('style');
    style.textContent =
      'section { position: relative; overflow: auto; height: 300px; line-height: 20px } section div { position: relative } section > div > div { position: absolute !important; inset-inline: 0; top: 0 }';
    const host = document.createElement('div');
    document.body.append(style, host);
    root = createRoot(host);
  }
  root.render(createElement(Shown, { reading, parts: partsOf(lines) }));
}

/** Lines that can be seen, the first and the last. */
function seen(): readonly [string, string] {
  const section = document.querySelector('section');
  const box = section?.getBoundingClientRect();
  const inside = [...document.querySelectorAll('[data-line]')].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return box !== undefined && top >= box.top - 1 && bottom <= box.bottom + 1;
  });
  return [inside[0]?.textContent ?? '', inside.at(-1)?.textContent ?? ''];
}

it('who is at the end of an output stays there while it grows, and who has left it is left alone', async () => {
  const reading = new OutputReading();
  draw(reading, 500);
  await vi.waitFor(() => expect(seen()[1]).toBe('line 499'));
  for (const count of [501, 1_000, 5_000]) {
    draw(reading, count);
    await vi.waitFor(() => expect(seen()[1]).toBe(`line ${count - 1}`));
  }
  const section = document.querySelector('section');
  section?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', cancelable: true }));
  await vi.waitFor(() => expect(seen()[0]).toBe('line 0'));
  draw(reading, 6_000);
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('To the newest line'));
  expect(seen()[0]).toBe('line 0');
  section?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', cancelable: true }));
  await vi.waitFor(() => expect(seen()[1]).toBe('line 5999'));
  reading.look('line 77');
  await vi.waitFor(() => expect(document.querySelector('[aria-current]')?.textContent).toBe('line 77'));
  draw(reading, 7_000);
  await vi.waitFor(() => expect(seen()[0] < 'line 8' && seen()[1] > 'line 7').toBe(true));
});
