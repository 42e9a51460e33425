import { formatLabelFilter, parseLabelFilter, type LabelFilterItem } from '#src/lib/label-filter.ts';

/**
 * Label filters as the router carries them: `{"canary:app:web": 1, "canary:tier:db": -1}`, 1 keeps and -1 leaves out. An
 * object, because the router writes a text that is JSON with quotes around it.
 */
export type LabelChoices = Readonly<Record<string, 1 | -1>>;

const MAX_CHOICES = 200;

/** Of an untrusted value, or the text of one, the choices that have the form. */
export function cleanLabels(raw: unknown): LabelChoices {
  return labelChoices(parseLabelFilter(typeof raw === 'string' ? raw : JSON.stringify(raw)));
}

export function labelItems(labels: LabelChoices): LabelFilterItem[] {
  return parseLabelFilter(JSON.stringify(labels));
}

/** In one order, whatever order they were chosen in, so that equal filters are one address. */
export function labelChoices(items: readonly LabelFilterItem[]): LabelChoices {
  const inOrder = items
    .slice(0, MAX_CHOICES)
    .toSorted((a, b) => compare(a.key, b.key) || compare(a.value, b.value));
  const text = formatLabelFilter(inOrder);
  return text === undefined ? {} : (JSON.parse(text) as LabelChoices); // as: written by the line above
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
