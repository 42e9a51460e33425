import * as v from 'valibot';
import { isRow } from '#src/views/row-text.ts';

const parameterSchema = v.record(v.string(), v.unknown());

/** Name → text of a run; undefined where nobody has asked for it. */
export function parametersOf(body: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRow(body)) return undefined;
  const read = v.safeParse(parameterSchema, body['parameters'] ?? {});
  if (!read.success) return undefined;
  return Object.fromEntries(
    Object.entries(read.output).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
