import {
  RangeSetBuilder,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type RangeSet,
  type RangeValue,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutterLineClass,
  keymap,
  lineNumbers,
  type BlockInfo,
  type Command,
} from '@codemirror/view';
import { linesInWords, pickLines, tidyLines, type LineRange, type Pick } from './line-selection.ts';

/** Which lines are marked is said from outside. */
export const showPicked = StateEffect.define<readonly LineRange[]>();

/** Where the next stretch begins. */
const setAnchor = StateEffect.define<number>();

const anchor = StateField.define<number | null>({
  create: () => null,
  update: (value, { effects }) =>
    effects.reduce((line, effect) => (effect.is(setAnchor) ? effect.value : line), value),
});

const line = Decoration.line({ class: 'cm-picked-line' });
const marker = new (class extends GutterMarker {
  override elementClass = 'cm-picked-line';
})();

/** One mark at the start of every marked line. */
function onLines<T extends RangeValue>(state: EditorState, mark: T): RangeSet<T> {
  const builder = new RangeSetBuilder<T>();
  for (const { from, to } of tidyLines(state.field(picked), state.doc.lines)) {
    for (let at = from; at <= to; at += 1) {
      const start = state.doc.line(at).from;
      builder.add(start, start, mark);
    }
  }
  return builder.finish();
}

const picked = StateField.define<readonly LineRange[]>({
  create: () => [],
  update: (value, { effects }) =>
    effects.reduce((lines, effect) => (effect.is(showPicked) ? effect.value : lines), value),
  provide: (field) => [
    EditorView.decorations.compute([field, 'doc'], (state) => onLines<Decoration>(state, line)),
    gutterLineClass.compute([field, 'doc'], (state) => onLines<GutterMarker>(state, marker)),
  ],
});

type Report = (lines: readonly LineRange[]) => void;

/** Line numbers, and marking lines by them or by Ctrl+Enter; `report` is who is told, if anybody wants to know. */
export function pickedLines(report: () => Report | undefined): Extension {
  const pick = (view: EditorView, range: LineRange, how: Pick): boolean => {
    const tell = report();
    if (tell === undefined) return false;
    const { state } = view;
    const next = pickLines(state.field(picked), range, how, state.field(anchor));
    view.dispatch({
      effects: [
        ...(how === 'extend' ? [] : [setAnchor.of(range.from)]),
        EditorView.announce.of(`${linesInWords(next)}.`),
      ],
    });
    tell(next);
    return true;
  };
  const atCursor =
    (how: Pick): Command =>
    (view) => {
      const { doc, selection } = view.state;
      const range = {
        from: doc.lineAt(selection.main.from).number,
        to: doc.lineAt(selection.main.to).number,
      };
      return pick(view, range, how);
    };
  const onNumber = (view: EditorView, block: BlockInfo, event: Event): boolean => {
    if (!(event instanceof MouseEvent)) return false;
    const at = view.state.doc.lineAt(block.from).number;
    const how = event.shiftKey ? 'extend' : event.metaKey || event.ctrlKey ? 'add' : 'only';
    return pick(view, { from: at, to: at }, how);
  };
  return [
    picked,
    anchor,
    // A finger's press is a click, too; what a press would select of the text is not wanted.
    lineNumbers({ domEventHandlers: { click: onNumber, mousedown: () => report() !== undefined } }),
    EditorView.editorAttributes.of(() => (report() === undefined ? null : { class: 'cm-picks-lines' })),
    keymap.of([{ key: 'Mod-Enter', run: atCursor('only'), shift: atCursor('extend') }]),
  ];
}
