/** @vitest-environment jsdom */
import '#tests/page/no-layout.ts';
import { EditorView } from '@codemirror/view';
import { cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CodeEditor } from './code-editor.tsx';
import type { CodeViewProps } from './code-props.ts';
import type { LineRange } from './line-selection.ts';

const TEXT = 'url: https://shop\nretries: 3\n';
const onChange = vi.fn<(value: string) => void>();

beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

function view(): EditorView {
  const found = EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Spec' }));
  if (found === null) throw new Error('There is no editor');
  return found;
}

/** As typing does it: a change that nobody else made. */
function type(at: number, insert: string): void {
  view().dispatch({ changes: { from: at, insert }, userEvent: 'input.type' });
}

const editor = (props: Partial<CodeViewProps>) => (
  <StrictMode>
    <CodeEditor label="Spec" language="yaml" value={TEXT} {...props} />
  </StrictMode>
);
const shown = (): string => view().state.doc.toString();

it('shows what it is given, and tells only what was typed', () => {
  const { rerender } = render(editor({ onChange }));
  expect(shown()).toBe(TEXT);
  const longer = `${TEXT}timeout: 5\n`;
  rerender(editor({ onChange, value: longer }));
  expect(shown()).toBe(longer);
  expect(onChange).not.toHaveBeenCalled();
  type(0, '# ');
  expect(onChange.mock.calls).toEqual([[`# ${longer}`]]);
});

it('keeps the cursor where nothing around it changed', () => {
  const { rerender } = render(editor({ onChange }));
  view().dispatch({ selection: { anchor: 5 } });
  rerender(editor({ onChange, value: TEXT.replace('3', '30') }));
  expect(view().state.selection.main.head).toBe(5);
});

it('a page that is a key behind overwrites nothing, and one that says otherwise does', () => {
  const { rerender } = render(editor({ onChange }));
  type(0, 'a');
  type(1, 'b');
  rerender(editor({ onChange, value: `a${TEXT}` }));
  expect(shown()).toBe(`ab${TEXT}`);
  rerender(editor({ onChange, value: `ab${TEXT}` }));
  expect(shown()).toBe(`ab${TEXT}`);
  type(2, 'c');
  type(3, 'd');
  rerender(editor({ onChange, value: 'other: 1\n' }));
  expect(shown()).toBe('other: 1\n');
  // What it once told is an answer like any other by then.
  rerender(editor({ onChange, value: `abc${TEXT}` }));
  expect(shown()).toBe(`abc${TEXT}`);
});

it('changes its language with its text', () => {
  const { rerender } = render(editor({}));
  rerender(editor({ language: 'json', value: '{\n  "url": 1\n}' }));
  expect(shown()).toBe('{\n  "url": 1\n}');
  expect(view().state.languageDataAt('closeBrackets', 2)[0]).toMatchObject({ brackets: ['[', '{', '"'] });
});

it('is to be read only where nobody wants to hear of a change', () => {
  const { rerender } = render(editor({}));
  const text = screen.getByRole('textbox', { name: 'Spec' });
  expect([view().state.readOnly, text.getAttribute('aria-readonly')]).toEqual([true, 'true']);
  rerender(editor({ onChange }));
  expect([view().state.readOnly, text.getAttribute('aria-readonly')]).toEqual([false, null]);
});

it('marks the lines it is told to, and as many as there are', () => {
  const lines = (ranges: readonly LineRange[]) =>
    editor({ selectedLines: ranges, onSelectLines: () => undefined });
  const { container, rerender } = render(lines([{ from: 2, to: 90 }]));
  const marked = (): (string | null)[] =>
    [...container.querySelectorAll('.cm-line.cm-picked-line')].map((line) => line.textContent);
  expect(marked()).toEqual(['retries: 3', '']);
  rerender(lines([{ from: 1, to: 1 }]));
  expect(marked()).toEqual(['url: https://shop']);
});

it('goes with its element', () => {
  const { unmount } = render(editor({}));
  const made = view();
  const destroy = vi.spyOn(made, 'destroy');
  unmount();
  expect(destroy).toHaveBeenCalledTimes(1);
});
