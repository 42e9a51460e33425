import type { RuntimeParam } from '../runtime-form.ts';

/** What a server might ask before it runs something. */
export const RUN_PARAMS: readonly RuntimeParam[] = [
  { name: 'replicas', label: 'Replicas', type: 'text', isRequired: true, initial: '2', pattern: '\\d+' },
  { name: 'owner', label: 'Owner', type: 'people', isRequired: true },
  { name: 'api.token', label: 'API token', type: 'text', isRequired: true },
  { name: 'dryRun', label: 'Dry run', type: 'checkbox', isRequired: false, initial: 'true' },
];
