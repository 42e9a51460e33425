import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { forceLinting, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, type StateEffect } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, type ViewUpdate } from '@codemirror/view';
import { unwrap } from '#src/platform/replica/worker-client.ts';
import { changedPart } from './changed-part.ts';
import { codeChecks } from './code-checks.ts';
import type { CodeViewProps } from './code-props.ts';
import { codeLook } from './code-theme.ts';
import { sameLines } from './line-selection.ts';
import { lintWorker } from './lint-service.ts';
import { pickedLines, showPicked } from './picked-lines.ts';

/** An editor that React places and tells what to show. */
export interface CodeEditorHandle {
  /** A ref: makes the editor in this element, and takes it away with it. */
  readonly mount: (host: HTMLElement | null) => (() => void) | undefined;
  /** Makes the editor show these; what is the same already costs nothing. */
  readonly show: (props: CodeViewProps) => void;
}

/** So many keys are pressed before a page is drawn, at most. */
const MAX_TOLD = 20;

/** What was written here and not typed. */
const fromOutside = Annotation.define<true>();

export const languageOf = (language: CodeViewProps['language']): Extension =>
  language === 'json' ? json() : yaml();

/** What a text that is only read allows; a touch screen shows no keyboard for it. */
export function accessOf(label: string, isReadOnly: boolean): Extension {
  return [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // What scrolls around it is reached by the keys of a focus that readers of the page know of.
      tabindex: '0',
      ...(isReadOnly ? { 'aria-readonly': 'true', inputmode: 'none' } : {}),
    }),
  ];
}

/** What every view of code has, whoever owns its text. */
export const codeBasics: Extension = [
  foldGutter({ openText: '⌄', closedText: '›' }),
  history(),
  drawSelection(),
  highlightSpecialChars(),
  indentOnInput(),
  bracketMatching(),
  search({ top: true }),
  highlightSelectionMatches(),
  keymap.of([...searchKeymap, ...foldKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
  EditorView.updateListener.of(quietFields),
  codeLook,
];

/** Browsers keep what stands in fields (LCK11); the search panel is not ours to draw. */
function quietFields({ view }: ViewUpdate): void {
  for (const field of view.dom.querySelectorAll<HTMLInputElement>('.cm-panel input:not([autocomplete])'))
    field.autocomplete = 'off';
}

const isChecked = ({ onChange, schema }: CodeViewProps): boolean =>
  onChange !== undefined || schema !== undefined;

export function createCodeEditor(): CodeEditorHandle {
  const language = new Compartment();
  const access = new Compartment();
  const checking = new Compartment();
  let view: EditorView | undefined;
  let shown: CodeViewProps | undefined;
  /** The text as it was last given or told, to tell whose change one is. */
  let text = '';
  /** What was told and has not come back: whoever keeps it may be a render behind. */
  let told: readonly string[] = [];

  const checks = codeChecks({
    question: (asked) => ({
      text: asked,
      language: shown?.language ?? 'yaml',
      schema: shown?.schema ?? null,
    }),
    ask: async (question) => unwrap(await lintWorker.ask(async (api) => await api.lint(question))),
    onProblems: (problems) => shown?.onProblems?.(problems),
  });
  const lines = pickedLines(() => shown?.onSelectLines);
  const checksOf = (props: CodeViewProps): Extension => (isChecked(props) ? checks : []);
  const accessFor = ({ label, onChange }: CodeViewProps): Extension =>
    accessOf(label, onChange === undefined);

  function handleUpdate({ docChanged, transactions, state }: ViewUpdate): void {
    if (!docChanged || transactions.some((each) => each.annotation(fromOutside) === true)) return;
    text = state.doc.toString();
    told = [...told.slice(-MAX_TOLD), text];
    shown?.onChange?.(text);
  }

  function begin(made: EditorView, props: CodeViewProps): void {
    [text, told] = [props.value, []];
    made.setState(
      EditorState.create({
        doc: text,
        extensions: [
          lines,
          codeBasics,
          language.of(languageOf(props.language)),
          access.of(accessFor(props)),
          checking.of(checksOf(props)),
          EditorView.updateListener.of(handleUpdate),
        ],
      }),
    );
    made.dispatch({ effects: showPicked.of(props.selectedLines ?? []) });
  }

  function change(made: EditorView, before: CodeViewProps, props: CodeViewProps): void {
    const effects: StateEffect<unknown>[] = [];
    if (before.language !== props.language) effects.push(language.reconfigure(languageOf(props.language)));
    if (before.label !== props.label || (before.onChange === undefined) !== (props.onChange === undefined))
      effects.push(access.reconfigure(accessFor(props)));
    if (isChecked(before) !== isChecked(props)) effects.push(checking.reconfigure(checksOf(props)));
    const selected = props.selectedLines ?? [];
    if (!sameLines(before.selectedLines ?? [], selected)) effects.push(showPicked.of(selected));
    // An older text of this editor's own: the newer one is on its way.
    const heard = told.lastIndexOf(props.value);
    if (heard !== -1) told = told.slice(heard + 1);
    const isNew = props.value !== before.value && props.value !== text && !(heard !== -1 && told.length > 0);
    // Offsets are the editor's, which has one kind of line end.
    const changes = isNew
      ? changedPart(made.state.doc.toString(), props.value.replaceAll(/\r\n?/gu, '\n'))
      : null;
    if (isNew) [text, told] = [props.value, []];
    if (effects.length === 0 && changes === null) return;
    made.dispatch({ effects, annotations: fromOutside.of(true), ...(changes === null ? {} : { changes }) });
  }

  return {
    mount(host) {
      if (host === null) return undefined;
      const made = new EditorView({ parent: host });
      view = made;
      shown = undefined;
      const letGo = lintWorker.hold();
      return () => {
        made.destroy();
        view = undefined;
        letGo();
      };
    },
    show(props) {
      if (view === undefined || shown === props) return;
      const before = shown;
      shown = props;
      if (before === undefined) begin(view, props);
      else change(view, before, props);
      if (before !== undefined && before.schema !== props.schema && isChecked(props)) forceLinting(view);
    },
  };
}
