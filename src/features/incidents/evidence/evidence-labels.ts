import { isOfConfig } from '#sync/protocol/tables/evidence-payload.ts';
import { markdownWords } from '#src/ui/text/markdown-words.ts';
import { evidenceTypeWords } from './wizard-types.ts';

interface SaidEvidence {
  readonly type: string;
  readonly description: string;
  /** Of what it is about, where that is known. */
  readonly name: string | null;
}

/** One evidence inside a sentence: "check “api-health”", "config change of “payments”", "note “Rolled back”". */
export function evidenceWords({ type, description, name }: SaidEvidence): string {
  const word = type === '' ? 'evidence' : evidenceTypeWords(type).toLowerCase();
  if (name !== null && isOfConfig(type)) return `${word} of “${name}”`;
  // Of a note the description is its markdown.
  const words = type === 'comment' ? markdownWords(description) : description;
  const what = name ?? words.trim();
  return what === '' ? word : `${word} “${what}”`;
}
