import { Validator, type OutputUnit, type SchemaDraft } from '@cfworker/json-schema';
import { parser as jsonParser } from '@lezer/json';
import * as v from 'valibot';
import { LineCounter, parseDocument, type Document } from 'yaml';
import type { CodeLanguage, JsonSchema, LintAnswer, Problem } from '../contracts/yaml-contract.ts';
import { causesOf, wordsOf } from './schema-causes.ts';
import { placeOf } from './schema-place.ts';

/** Longer texts are shown and not checked: reading one takes seconds. */
const MAX_CHECKED_CHARS = 1_000_000;
/** Nobody mends more at once. */
const MAX_PROBLEMS = 100;
/** More uses of what stands once are a bomb and no text of a person. */
const MAX_ALIASES = 1_000;

const questionSchema = v.strictObject({
  text: v.string(),
  language: v.picklist(['yaml', 'json']),
  schema: v.nullable(v.union([v.boolean(), v.record(v.string(), v.unknown())])),
});

/** Checks a text and holds it against a schema. Throws for a question that is none; a bad text or schema is an answer. */
export function lintText(given: unknown): LintAnswer {
  const { text, language, schema } = v.parse(questionSchema, given);
  if (text.length > MAX_CHECKED_CHARS)
    return { problems: [], unchecked: 'The text is too long to be checked.' };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at: At = (from, to, message, severity = 'error') => ({
    from,
    to: Math.max(from, to),
    // Nothing was counted in an empty text.
    line: Math.max(1, lines.linePos(from).line),
    message,
    severity,
  });
  const faults = syntaxFaults(document, text, language, at);
  if (faults.length > 0 || schema === null)
    return { problems: faults.slice(0, MAX_PROBLEMS), unchecked: null };
  return heldAgainst(document, schema, at);
}

type At = (from: number, to: number, message: string, severity?: Problem['severity']) => Problem;

function syntaxFaults(document: Document.Parsed, text: string, language: CodeLanguage, at: At): Problem[] {
  const found = language === 'json' ? jsonFaults(text, at) : [];
  if (found.length > 0) return found;
  return [...document.errors, ...document.warnings].map(({ pos, message }) => at(pos[0], pos[1], message));
}

/** YAML allows more than JSON does, and engines word and place the errors of `JSON.parse` each in their own way. */
function jsonFaults(text: string, at: At): Problem[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    const cursor = jsonParser.parse(text).cursor();
    do {
      if (cursor.type.isError) return [at(cursor.from, cursor.to, 'This is not valid JSON.')];
    } while (cursor.next());
    return [at(text.length, text.length, 'This is not valid JSON.')];
  }
}

function heldAgainst(document: Document.Parsed, schema: JsonSchema, at: At): LintAnswer {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (thrown) {
    return { problems: [at(0, 0, wordsOfFailure(thrown))], unchecked: null };
  }
  let units: readonly OutputUnit[];
  try {
    units = new Validator(schema, draftOf(schema), false).validate(value).errors;
  } catch (thrown) {
    // A reference that leads nowhere, a pattern that is none: never fetched, never guessed.
    return { problems: [], unchecked: `The schema cannot be used. ${wordsOfFailure(thrown)}` };
  }
  const problems = causesOf(units).map((unit) => {
    const { from, to } = placeOf(document, unit.instanceLocation, unit.keyword === 'false' ? 'key' : 'value');
    return at(from, to, wordsOf(unit), 'warning');
  });
  problems.sort((one, other) => one.from - other.from);
  return { problems: problems.slice(0, MAX_PROBLEMS), unchecked: null };
}

function wordsOfFailure(thrown: unknown): string {
  const [first = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
  return first;
}

function draftOf(schema: JsonSchema): SchemaDraft {
  const named = typeof schema === 'boolean' ? undefined : schema['$schema'];
  const id = typeof named === 'string' ? named : '';
  if (id.includes('draft-04')) return '4';
  if (id.includes('draft-06') || id.includes('draft-07')) return '7';
  return id.includes('2019-09') ? '2019-09' : '2020-12';
}
