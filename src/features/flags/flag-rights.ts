import { isLocalFlag, type Flag } from '#sync/protocol/flags.ts';
import { useSyncStatus } from '#src/platform/replica/sync-context.tsx';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { serverBlocker } from '#src/platform/shell/server-blocker.ts';

/** Why this person may not change flags, or this one; undefined when they may (spec 6). */
export function useFlagReason(flag?: Pick<Flag, 'source'>): string | undefined {
  const { areRolesKnown, can, roles } = useAccess();
  // Spec 8.
  if (flag !== undefined && isLocalFlag(flag)) return 'Cannot edit local feature flags';
  if (!areRolesKnown) return 'Your role is not known on this device yet, so feature flags are read-only';
  return can('write', 'properties')
    ? undefined
    : `Read-only: your role (${roles.join(', ')}) does not allow changing feature flags`;
}

/** Why the server cannot be asked now: a flag is never kept for later. */
export function useFlagBlocker(): string | undefined {
  const blocker = serverBlocker(useSyncStatus().phase);
  return blocker === undefined ? undefined : `${blocker}. Feature flags change with a connection only`;
}
