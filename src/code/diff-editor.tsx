import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useCallback, type ReactElement } from 'react';
import type { DiffViewProps } from './code-props.ts';
import { accessOf, codeBasics, languageOf } from './editor.ts';

/** Equal lines around a difference; more than so many are folded. */
const COLLAPSE = { margin: 3, minSize: 6 };
/** Beyond this a comparison gets coarse instead of slow. */
const DIFF = { scanLimit: 500, timeout: 500 };

const NOTHING = { background: 'none' };
const theme = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { background: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': {
    background: 'var(--accent-soft)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText': {
    ...NOTHING,
    textDecoration: 'underline var(--danger) 2px',
    textUnderlineOffset: '3px',
  },
  '&.cm-merge-b .cm-changedText': {
    ...NOTHING,
    textDecoration: 'underline var(--accent) 2px',
    textUnderlineOffset: '3px',
  },
  '.cm-changeGutter': { width: '16px', textAlign: 'center' },
  '&.cm-merge-a .cm-changedLineGutter, &.cm-merge-b .cm-deletedLineGutter': {
    ...NOTHING,
    color: 'var(--danger)',
    '&::before': { content: '"−"' },
  },
  '&.cm-merge-b .cm-changedLineGutter, &.cm-merge-b .cm-inlineChangedLineGutter': {
    ...NOTHING,
    color: 'var(--accent)',
    '&::before': { content: '"+"' },
  },
  '.cm-collapsedLines': {
    color: 'var(--text-muted)',
    background: 'var(--surface-chip)',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-deletedChunk': { paddingLeft: '8px' },
});

const sided = (label: string, language: DiffViewProps['language']): Extension => [
  lineNumbers(),
  codeBasics,
  theme,
  accessOf(label, true),
  languageOf(language),
];

/** Both texts are to be read. A difference is told by its sign in the margin and by underlines; colour repeats them. */
export function DiffEditor(props: DiffViewProps): ReactElement {
  const { label, before, after, language, layout } = props;
  const mount = useCallback(
    (host: HTMLElement | null) => {
      if (host === null) return undefined;
      const view =
        layout === 'split'
          ? splitView(host, before, after, (side) => sided(`${label}, ${side}`, language))
          : unifiedView(host, before, after, sided(label, language));
      return () => view.destroy();
    },
    [label, before, after, language, layout],
  );
  return <section aria-label={label} className="h-full min-h-0 overflow-auto" ref={mount} />;
}

function splitView(
  parent: HTMLElement,
  before: string,
  after: string,
  extensionsOf: (side: 'before' | 'after') => Extension,
): MergeView {
  return new MergeView({
    parent,
    a: { doc: before, extensions: extensionsOf('before') },
    b: { doc: after, extensions: extensionsOf('after') },
    collapseUnchanged: COLLAPSE,
    diffConfig: DIFF,
  });
}

function unifiedView(parent: HTMLElement, before: string, after: string, extensions: Extension): EditorView {
  const merged = unifiedMergeView({
    original: before,
    mergeControls: false,
    collapseUnchanged: COLLAPSE,
    diffConfig: DIFF,
  });
  return new EditorView({
    parent,
    state: EditorState.create({ doc: after, extensions: [extensions, merged] }),
  });
}
