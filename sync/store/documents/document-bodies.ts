import type { Dexie } from 'dexie';
import * as v from 'valibot';
import { documentSchema } from '../../protocol/document.ts';
import type { StoredDocument } from '../../protocol/document.ts';

/** Where documents lie: themselves with the first piece of their body, the ledger, and the other pieces. */
export const documentTables = ['documents', 'document_ledger', 'document_parts'] as const;

/** Characters of a piece: one record stays small enough to be cloned, sealed and written without a long task. */
export const PIECE_CHARS = 1024 * 1024;

const recordSchema = v.object({
  ...documentSchema.entries,
  /** Pieces of the body, where there is more than the one that lies here. */
  pieces: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});
const partSchema = v.object({ text: v.string() });

/** Key of a document in its tables. */
export function documentKeyOf({ kind, id }: Pick<StoredDocument, 'kind' | 'id'>): [string, string] {
  return [kind, id];
}

/** What is stored of a document: its record with the first piece, and the records of the others. */
export function piecesOf(document: StoredDocument): {
  readonly record: object;
  readonly parts: readonly object[];
} {
  const { body, kind, id } = document;
  if (body.length <= PIECE_CHARS) return { record: document, parts: [] };
  const pieces = Math.ceil(body.length / PIECE_CHARS);
  const texts = Array.from({ length: pieces }, (_none, at) =>
    body.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS),
  );
  return {
    record: { ...document, body: texts[0] ?? '', pieces },
    parts: texts.slice(1).map((text, at) => ({ kind, id, part: at + 1, text })),
  };
}

/**
 * The document of a stored record; undefined when it cannot be read. Where a piece is missing the body is empty, which is
 * no JSON: who reads it takes it for damaged (DSK7). Inside a transaction over `documents` and `document_parts`, or none.
 */
export async function joinedDocument(db: Dexie, raw: unknown): Promise<StoredDocument | undefined> {
  const parsed = v.safeParse(recordSchema, raw);
  if (!parsed.success) return undefined;
  const { pieces = 1, ...document } = parsed.output;
  if (pieces === 1) return document;
  const [kind, id] = documentKeyOf(document);
  const keys = Array.from({ length: pieces - 1 }, (_none, at) => [kind, id, at + 1]);
  const found: unknown[] = await db.table('document_parts').bulkGet(keys);
  const texts = found.map((each) => v.safeParse(partSchema, each));
  const isWhole = texts.every(({ success }) => success);
  const body = isWhole
    ? [document.body, ...texts.map(({ output }) => v.parse(partSchema, output).text)].join('')
    : '';
  return { ...document, body };
}
