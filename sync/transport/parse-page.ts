import * as v from 'valibot';
import type { JsonRow } from '../protocol/op.ts';
import type { WireSpec } from '../protocol/table.ts';
import { withDerivedKey } from '../protocol/keys.ts';
import { plainRow } from './row-shape.ts';

/** Rows of one page after the validation boundary (D24). */
export interface ParsedRows {
  readonly rows: readonly JsonRow[];
  readonly badRows: number;
  /** Which columns were wrong and how, without any value; null when none was. */
  readonly badSample: string | null;
  /** More than 5 % of the page is malformed: the server speaks another version. */
  readonly isSkewed: boolean;
}

/** Share of malformed rows beyond which a feed stops (D24). */
export const SKEW_SHARE = 0.05;

function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${v.getDotPath(issue) ?? 'row'}: expected ${issue.expected ?? 'something else'}`)
    .join('; ');
}

/**
 * Validates rows one by one: unknown columns are dropped, a malformed row is counted and left out. A single bad row
 * never stops a feed, whatever the size of the page.
 */
export function parseRows(
  spec: Pick<WireSpec, 'schema' | 'key' | 'keyColumns'>,
  raw: readonly JsonRow[],
): ParsedRows {
  const rows: JsonRow[] = [];
  let badRows = 0;
  let badSample: string | null = null;
  for (const row of raw) {
    const plain = plainRow(spec.schema, row);
    if (plain !== undefined) {
      rows.push(withDerivedKey(spec, plain));
      continue;
    }
    const parsed = v.safeParse(spec.schema, row);
    if (parsed.success) rows.push(withDerivedKey(spec, parsed.output));
    else {
      badRows += 1;
      badSample ??= describe(parsed.issues);
    }
  }
  return { rows, badRows, badSample, isSkewed: badRows > Math.max(1, raw.length * SKEW_SHARE) };
}
