import type { JsonSchema } from '#workers/contracts/yaml-contract.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { isRow } from '#src/views/row-text.ts';

/** What a text is held against: a file of the server's schemas (spec 001 section 8). `lack` says why it is not. */
export function useSchema(file: string | undefined): {
  readonly schema?: JsonSchema;
  readonly lack?: string;
} {
  const { status, value, error } = useDocument('schema', file ?? '', file !== undefined);
  if (file === undefined) return {};
  if (isRow(value?.body)) return { schema: value.body };
  if (value === undefined && status !== 'failed') return {};
  const reason = value?.claim.reason ?? error?.message ?? '';
  return { lack: `It is not checked against the schema, which is not on this device. ${reason}`.trim() };
}
