import { expect, it } from 'vitest';
import { can, type Permission, type Resource } from '#src/platform/session/roles.ts';
import { visibleSettings } from './areas.ts';

function seenBy(roles: readonly string[], changed: { areRolesKnown?: boolean; isEnabled?: boolean } = {}) {
  const { areRolesKnown = true, isEnabled = true } = changed;
  return visibleSettings({
    roles,
    areRolesKnown,
    can: (permission: Permission, resource: Resource) => can(roles, permission, resource),
    isEnabled: () => isEnabled,
  }).map(({ label }) => label);
}

it('settings are for everybody but viewers, by name, and not before roles are known', () => {
  expect(seenBy(['admin'])).toEqual(seenBy(['admin']).toSorted());
  expect(seenBy(['responder'])).toContain('Teams');
  expect(seenBy(['admin'], { isEnabled: false })).toEqual([]);
  expect(seenBy(['viewer'])).toEqual([]);
  expect(seenBy([])).toEqual([]);
  expect(seenBy(['admin'], { areRolesKnown: false })).toEqual([]);
});
