import { expect, test } from 'vitest';
import {
  can,
  effectiveRoles,
  refusedResources,
  RESOURCES,
  ROLES,
  type Permission,
  type Role,
} from './roles.ts';

const PRIVATE = ['rbac', 'identities', 'connections'];
const INCIDENT_WORK = ['responder', 'incident', 'evidences', 'comments'];

/** The spec's table again, in the spec's own words: what each cell leaves out or names. */
const SPEC: Record<Role, Record<Permission, (resource: string) => boolean>> = {
  admin: { read: () => true, write: () => true },
  editor: { read: () => true, write: (resource) => !PRIVATE.includes(resource) },
  commander: {
    read: (resource) => !PRIVATE.includes(resource),
    write: (resource) => INCIDENT_WORK.includes(resource),
  },
  responder: {
    read: (resource) => !PRIVATE.includes(resource),
    write: (resource) => INCIDENT_WORK.includes(resource),
  },
  viewer: { read: (resource) => !PRIVATE.includes(resource), write: () => false },
};

test('the table has the five roles and twenty resources of the spec', () => {
  expect(ROLES).toHaveLength(5);
  expect(RESOURCES).toHaveLength(20);
});

test.each(ROLES)('%s may do exactly what the spec says on every resource', (role) => {
  for (const resource of RESOURCES) {
    for (const permission of ['read', 'write'] as const) {
      expect([resource, permission, can([role], permission, resource)]).toEqual([
        resource,
        permission,
        SPEC[role][permission](resource),
      ]);
    }
  }
});

test('nobody and unknown roles are a viewer', () => {
  expect(effectiveRoles([])).toEqual(['viewer']);
  expect(effectiveRoles(['superuser'])).toEqual(['viewer']);
  expect(can([], 'read', 'incident')).toBe(true);
  expect(can(['superuser'], 'write', 'comments')).toBe(false);
});

test('several roles add up', () => {
  expect(can(['viewer', 'commander'], 'write', 'comments')).toBe(true);
  expect(can(['viewer', 'commander'], 'write', 'playbooks')).toBe(false);
});

test('[NET4] a resource is closed when the server refused what its page cannot do without', () => {
  expect([...refusedResources(['incidents', 'comments', 'people_roles'])]).toEqual(['incident', 'comments']);
  expect([...refusedResources([])]).toEqual([]);
});
