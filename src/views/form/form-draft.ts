import { useDraft, type DraftField } from './use-draft.ts';

/** What is chosen in a form, by field; what nobody touched is missing. */
export type FormValues = Readonly<Record<string, string>>;

export interface FormDraft {
  readonly values: FormValues;
  /** Null is as if nobody had touched it. */
  readonly set: (changes: Readonly<Record<string, string | null>>) => void;
  readonly clear: () => void;
  readonly draft: DraftField;
}

/**
 * The choices of a form, kept on the device as the words of a composer are: closing the form or the browser loses none.
 * They are kept as lines, because a person may meet them in the list of drafts.
 */
export function useFormDraft(key: string): FormDraft {
  const draft = useDraft(key);
  const values = readForm(draft.text);
  return {
    values,
    set: (changes) => draft.setText(writeForm({ ...values, ...changes })),
    clear: draft.clear,
    draft,
  };
}

const SEPARATOR = ': ';

export function writeForm(values: Readonly<Record<string, string | null>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}${SEPARATOR}${lineOf(value)}`]))
    .join('\n');
}

/** What cannot be read as a line is left out: a draft may come from another version. */
export function readForm(text: string): FormValues {
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf(SEPARATOR);
    const value = at < 1 ? null : valueOf(line.slice(at + SEPARATOR.length));
    return value === null ? [] : [[line.slice(0, at), value] as const];
  });
  return Object.fromEntries(pairs);
}

/** A text that would not survive as a line is written as JSON has it. */
function lineOf(value: string): string {
  return /^"|[\r\n]/u.test(value) ? JSON.stringify(value) : value;
}

function valueOf(line: string): string | null {
  if (!line.startsWith('"')) return line;
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'string' ? parsed : null;
  } catch {
    // A quotation mark at the beginning, and no JSON: nothing this app wrote.
    return null;
  }
}
