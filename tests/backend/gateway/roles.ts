import type { Role } from '../seed/accounts.ts';

/** The resources of the spec's role table (section 6 of its first document). */
export const resources = [
  'database',
  'rbac',
  'auth',
  'responder',
  'incident',
  'evidences',
  'comments',
  'canaries',
  'topologies',
  'config_scrapers',
  'identities',
  'connections',
  'kratos',
  'agents',
  'properties',
  'logging_backends',
  'integrations',
  'notifications',
  'playbooks',
  'playbook_runs',
] as const;
export type Resource = (typeof resources)[number];

export const actions = ['read', 'create', 'update', 'delete'] as const;
export type Action = (typeof actions)[number];

const PRIVATE: ReadonlySet<Resource> = new Set(['rbac', 'identities', 'connections']);
const INCIDENT_WORK: ReadonlySet<Resource> = new Set(['responder', 'incident', 'evidences', 'comments']);

interface Permits {
  reads: (resource: Resource) => boolean;
  writes: (resource: Resource) => boolean;
}

const publicReads = (resource: Resource): boolean => !PRIVATE.has(resource);
const incidentWork: Permits = { reads: publicReads, writes: (resource) => INCIDENT_WORK.has(resource) };

/** The spec's table, row by row. Decided to be what this backend enforces: the real server is narrower. */
const table: Readonly<Record<Role, Permits>> = {
  admin: { reads: () => true, writes: () => true },
  editor: { reads: () => true, writes: publicReads },
  commander: incidentWork,
  responder: incidentWork,
  viewer: { reads: publicReads, writes: () => false },
};

/** The roles that count for somebody: unknown names do not, and nobody has less than viewer. */
export function effectiveRoles(stored: readonly string[]): Role[] {
  const known = stored.filter((name): name is Role => Object.hasOwn(table, name));
  return known.length === 0 ? ['viewer'] : [...new Set(known)];
}

/** Whether one of the roles may do this to the resource. */
export function isAllowed(roles: readonly Role[], resource: Resource, action: Action): boolean {
  return roles.some((role) =>
    action === 'read' ? table[role].reads(resource) : table[role].writes(resource),
  );
}

export interface Permission {
  subject: string;
  object: string;
  action: string;
  deny: boolean;
}

/** What whoami tells about the roles, in the policy engine's words. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  return roles.flatMap((role): Permission[] => {
    if (role === 'admin') return [{ subject: role, object: '*', action: '*', deny: false }];
    return resources.flatMap((object) =>
      actions
        .filter((action) => isAllowed([role], object, action))
        .map((action) => ({ subject: role, object, action, deny: false })),
    );
  });
}
