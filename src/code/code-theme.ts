import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/* The house's tokens say every colour, so that light, dark and high contrast are what they are everywhere. */

const highlights = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null, tags.keyword, tags.labelName, tags.typeName], color: 'var(--code-word)' },
  { tag: tags.comment, color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--text-muted)' },
]);

const FIELD = {
  background: 'var(--surface-control)',
  color: 'var(--text-primary)',
  border: '1px solid var(--border-control)',
  borderRadius: 'var(--radius-control)',
  backgroundImage: 'none',
  font: 'inherit',
  minHeight: 'var(--target-min)',
};

const theme = EditorView.theme({
  '&': { minHeight: '0', maxHeight: '100%', color: 'var(--text-primary)', background: 'transparent' },
  // What is around it has the ring.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text-primary)' },
  '.cm-line': { padding: '0 12px 0 8px', unicodeBidi: 'plaintext' },
  '.cm-cursor': { borderLeftColor: 'var(--text-primary)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionLayer .cm-selectionBackground':
    { background: 'var(--accent-soft)' },
  '.cm-gutters': {
    background: 'var(--surface-panel)',
    color: 'var(--text-muted)',
    '&.cm-gutters-before': { borderRight: '1px solid var(--border-line)' },
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '40px' },
  '&.cm-picks-lines .cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '&.cm-picks-lines .cm-lineNumbers .cm-gutterElement:hover': { color: 'var(--text-primary)' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 4px', cursor: 'pointer' },
  '.cm-picked-line': { background: 'var(--surface-selected)' },
  '.cm-gutterElement.cm-picked-line': { background: 'var(--surface-selected)', color: 'var(--accent)' },
  '.cm-foldPlaceholder': {
    background: 'var(--surface-chip)',
    color: 'var(--text-muted)',
    border: 'none',
    padding: '0 6px',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--surface-pressed)' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--danger-soft)' },
  '.cm-searchMatch': { background: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-searchMatch-selected': { background: 'var(--surface-selected)', outlineWidth: '2px' },
  '.cm-selectionMatch': { background: 'var(--surface-pressed)' },
  '.cm-panels': {
    background: 'var(--surface-overlay)',
    color: 'var(--text-primary)',
    fontFamily: 'var(--font-ui)',
    '&.cm-panels-top': { borderBottom: '1px solid var(--border-line)' },
    '&.cm-panels-bottom': { borderTop: '1px solid var(--border-line)' },
  },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 12px' },
  '.cm-panel.cm-search label': { fontSize: 'var(--size-caption)' },
  '.cm-textfield': { ...FIELD, padding: '0 8px' },
  '.cm-button': { ...FIELD, padding: '0 10px', '&:active': { backgroundImage: 'none' } },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-panel-lint [name=close]': {
    color: 'var(--text-muted)',
    minWidth: 'var(--target-min)',
    minHeight: 'var(--target-min)',
    top: '4px',
    right: '4px',
  },
  '.cm-tooltip': {
    background: 'var(--surface-overlay)',
    color: 'var(--text-primary)',
    border: 'none',
    borderRadius: 'var(--radius-control)',
    boxShadow: 'var(--shadow-overlay)',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-diagnostic': { padding: '6px 10px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  // The library's is a picture in colours of its own.
  '.cm-lint-marker-error': {
    content: 'normal',
    color: 'var(--danger)',
    '&::before': { content: '"●"' },
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy currentColor',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-warning': {
    content: 'normal',
    color: 'inherit',
    '&::before': { content: '"▲"' },
  },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { background: 'var(--surface-selected)' },
  '@media (pointer: coarse)': {
    '.cm-scroller': { lineHeight: '24px' },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: 'var(--target-min)' },
    '.cm-foldGutter .cm-gutterElement': { minWidth: '24px', textAlign: 'center' },
  },
});

/** Sentence case, like every other word on the screen. */
const phrases = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  'current match': 'Current match',
  'on line': 'on line',
});

/** How code looks and what its controls are called. */
export const codeLook: Extension = [theme, syntaxHighlighting(highlights), phrases];
