import type { SyncState } from '#src/ui/marks/sync-mark.tsx';

/** What the mark beside a field says of it. */
export function fieldMarkText(field: string, state: SyncState): string {
  switch (state) {
    case 'pending':
      return `${field} saved on this device`;
    case 'sending':
      return `${field} is being sent`;
    case 'failed':
      return `${field} not saved on server`;
    case 'conflict':
      return `${field} changed on the server too`;
  }
}
