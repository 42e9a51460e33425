import { useAccess, type Access } from '#src/platform/session/access-context.tsx';
import type { Resource } from '#src/platform/session/roles.ts';

/** Why a person may not write something; undefined when they may. The server decides in the end. */
export function writeReason(access: Access, resource: Resource, what: string): string | undefined {
  if (!access.areRolesKnown) return `Your role is not known on this device yet, so ${what} are read-only`;
  if (access.can('write', resource)) return undefined;
  const roles = access.roles.join(', ');
  return `Read-only: your role (${roles}) does not allow changing ${what}`;
}

export function useWriteReason(resource: Resource, what: string): string | undefined {
  return writeReason(useAccess(), resource, what);
}
