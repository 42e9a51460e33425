import { wholeColumns } from '#sync/protocol/json-path.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { bodyWithoutSecrets, isWithheld, NOT_KEPT } from '#sync/protocol/secrets/texts.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { isRow } from '#src/views/row-text.ts';

/** A document as it will be once what waits on this device is saved (I8). */
export function withChanges(read: DocumentRead, changes: JsonRow | undefined): DocumentRead {
  if (changes === undefined || Object.keys(changes).length === 0 || read.value === undefined) return read;
  const over = (body: unknown): unknown => (isRow(body) ? { ...body, ...wholeColumns(changes, body) } : body);
  const { body, remains } = read.value;
  return { ...read, value: { ...read.value, body: over(body), remains: over(remains) } };
}

/** A definition without what may be a secret: that is neither seen nor set here (WRT10). Null where nothing of it may be. */
export function editableDefinition(definition: unknown): { readonly spec: unknown } | null {
  const kept = bodyWithoutSecrets(null, definition);
  return kept === null ? null : { spec: kept.body };
}

/** What to say of a definition that lacks some of its texts. */
export function withheldHint(definition: unknown): string | undefined {
  return isWithheld(definition)
    ? `${NOT_KEPT} stands for texts that may be secrets. Leave it, and they stay as they are on the server.`
    : undefined;
}
