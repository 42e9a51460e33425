import { own } from '#sync/protocol/own.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import { shownTitle } from '#src/lib/shown-name.ts';
import { markdownWords } from '#src/ui/text/markdown-words.ts';
import { evidenceContent } from '../../evidence/evidence-content.ts';
import { evidenceTypeWords } from '../../evidence/wizard-types.ts';

/** A comment people tick themselves; everything else is evaluated by the server. */
export function isManual(item: Pick<DoneItem, 'type' | 'script'>): boolean {
  return item.type === 'comment' && item.script === null;
}

type Described = Pick<DoneItem, 'type' | 'description' | 'payload' | 'subject'>;

/** One line for an item: the text of a comment, the name of a thing, else what was said of it. */
export function itemTitle(item: Described): string {
  const { text, title, description } = evidenceContent(item);
  if (text !== null && text.trim() !== '') return text.trim();
  return isNameless(item) && description.trim() !== '' ? description.trim() : title;
}

/** The same as it is read: in a line nothing of its markdown can be drawn. */
export function itemLine(item: Described): string {
  return markdownWords(itemTitle(item));
}

/** What else is known of it; empty where the title says it. */
export function itemDetail(item: Described): string {
  const detail = evidenceContent(item).description.trim();
  return detail === itemTitle(item) ? '' : detail;
}

/** What tells it from others beside its line: its type, what was said of it, and where it stands. */
export function itemHelp(item: Described & Pick<DoneItem, 'hypothesisTitle'>): string {
  const type = evidenceTypeWords(item.type);
  const hypothesis = shownTitle(item.hypothesisTitle);
  // What has neither a name nor a description goes by its type already.
  return [type === itemLine(item) ? '' : type, itemDetail(item), hypothesis]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Their title is no more than their type, which stands beside it anyway. */
function isNameless(item: Described): boolean {
  const { kind, title } = evidenceContent(item);
  return kind === 'other' || title === evidenceTypeWords(item.type);
}

/** Where an item stands, in a word that needs no colour. */
export function itemState(item: Pick<DoneItem, 'type' | 'script' | 'done'>): string {
  if (item.done === true) return 'Done';
  if (isManual(item)) return 'Not resolved';
  if (item.script === null) return 'No script: not evaluated';
  return item.done === null ? 'Not evaluated yet' : 'Not resolved';
}

/** CEL the product begins with, by type of evidence; the server evaluates it every five minutes. */
const DEFAULT_SCRIPTS: Readonly<Record<string, string>> = {
  check: 'check.status == "healthy" && check.age > duration("5m")',
  config_analysis: "analysis.status == 'resolved'",
};

/** The script a field starts with: what the evidence has, else that of its type. */
export function firstScript(item: Pick<DoneItem, 'type' | 'script'>): string {
  return item.script ?? own(DEFAULT_SCRIPTS, item.type) ?? '';
}

/** A script offered at the press of a button. */
export interface ScriptShortcut {
  readonly label: string;
  readonly script: string;
}

export function scriptShortcut(type: string): ScriptShortcut | undefined {
  return type === 'topology' || type === 'component'
    ? { label: 'Component is Health', script: "status == 'healthy'" }
    : undefined;
}
