/** What permissions are about (spec 6). */
export const RESOURCES = [
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

export type Resource = (typeof RESOURCES)[number];
export type Permission = 'read' | 'write';
export type Role = 'admin' | 'editor' | 'commander' | 'responder' | 'viewer';

const PRIVATE = ['rbac', 'identities', 'connections'] as const satisfies readonly Resource[];
const INCIDENT_WORK = [
  'responder',
  'incident',
  'evidences',
  'comments',
] as const satisfies readonly Resource[];

function allExcept(hidden: readonly Resource[]): ReadonlySet<Resource> {
  return new Set(RESOURCES.filter((resource) => !hidden.includes(resource)));
}

/** The spec's table. The server decides; this only says what to offer. */
const TABLE: Readonly<Record<Role, Readonly<Record<Permission, ReadonlySet<Resource>>>>> = {
  admin: { read: allExcept([]), write: allExcept([]) },
  editor: { read: allExcept([]), write: allExcept(PRIVATE) },
  commander: { read: allExcept(PRIVATE), write: new Set(INCIDENT_WORK) },
  responder: { read: allExcept(PRIVATE), write: new Set(INCIDENT_WORK) },
  viewer: { read: allExcept(PRIVATE), write: new Set() },
};

export const ROLES: readonly Role[] = ['admin', 'editor', 'commander', 'responder', 'viewer'];

/** Known roles of the list; nobody's and unknown roles are a viewer's. */
export function effectiveRoles(roles: readonly string[]): readonly Role[] {
  const known = ROLES.filter((role) => roles.includes(role));
  return known.length === 0 ? ['viewer'] : known;
}

/** Whether any of the roles allows it. */
export function can(roles: readonly string[], permission: Permission, resource: Resource): boolean {
  return effectiveRoles(roles).some((role) => TABLE[role][permission].has(resource));
}

/** What a page about a resource cannot do without. */
const NEEDED: Readonly<Partial<Record<Resource, string>>> = {
  incident: 'incidents',
  responder: 'responders',
  evidences: 'evidences',
  comments: 'comments',
  canaries: 'checks',
  topologies: 'components',
  config_scrapers: 'config_scrapers',
  logging_backends: 'logging_backends',
  notifications: 'notifications_summary',
  playbooks: 'playbooks',
  playbook_runs: 'playbook_runs',
  agents: 'agents',
};

/**
 * Resources that are closed because the server refused their collection. It lets nobody write what they may not read, so
 * such a resource is closed for both.
 */
export function refusedResources(forbiddenTables: readonly string[]): ReadonlySet<Resource> {
  return new Set(
    RESOURCES.filter((resource) => {
      const needed = NEEDED[resource];
      return needed !== undefined && forbiddenTables.includes(needed);
    }),
  );
}
