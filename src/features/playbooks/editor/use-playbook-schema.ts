import type { JsonSchema } from '#workers/contracts/yaml-contract.ts';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { isRow } from '#src/views/row-text.ts';

/** Spec 8: "GET /api/schemas/playbook-spec.schema.json". */
const FILE = 'playbook-spec.schema.json';

/** What definitions are held against; `lack` says why they are not, where that is so. */
export function usePlaybookSchema(): { readonly schema?: JsonSchema; readonly lack?: string } {
  const { status, value, error } = useDocument('schema', FILE, true);
  if (isRow(value?.body)) return { schema: value.body };
  if (value === undefined && status !== 'failed') return {};
  const reason = value?.reason ?? error?.message ?? '';
  return { lack: `It is not checked against the schema, which is not on this device. ${reason}`.trim() };
}
