/** @vitest-environment jsdom */
import { expect, it } from 'vitest';
import { makeAccess } from '#src/platform/session/access-context.tsx';
import { claimsOf, lackOf, thingAt } from './kinds.ts';
import { placesOf } from './places.ts';
import { commandsOf } from './commands.ts';
import { matching } from './matching.ts';
import { runPart, runReason } from './running.ts';

const ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0001';
const access = (roles: readonly string[], flags: Readonly<Record<string, string>> = {}) =>
  makeAccess({ areRolesKnown: true, areFlagsSettled: true, isLastKnown: false, roles, flags });

it.each([
  [`/incidents/${ID}`, { kind: 'incident', id: ID }],
  [`/catalog/${ID}/changes?page=2`, { kind: 'config', id: ID }],
  [`/health?timeRange=2h&checkId=${ID}`, { kind: 'check', id: ID }],
  [`/topology/${ID}/graph`, { kind: 'component', id: ID }],
  [`/playbooks/runs/${ID}`, null],
  [`/incidents?owner=${ID}`, null],
  ['/incidents', null],
])('%s shows %o', (address, thing) => {
  expect(thingAt(address)).toEqual(thing);
});

it('only a whole copy says nothing of what it lacks', () => {
  const ready = { status: 'ready', error: undefined } as const;
  expect(lackOf('Checks', ready, 'complete')).toBeUndefined();
  expect(lackOf('Checks', ready, 'never')).toBe('Checks are not on this device yet');
  expect(lackOf('Checks', ready, 'partial')).toBe('Not all checks are on this device');
  expect(lackOf('Checks', { status: 'failed', error: { message: 'the disk is gone' } }, undefined)).toBe(
    'Checks could not be read: the disk is gone',
  );
  const reading = { status: 'loading', error: undefined } as const;
  expect(claimsOf('Checks', reading, undefined)).toEqual({ isReading: true, lack: undefined });
});

it.each([
  ['canary', 'Health'],
  ['analysis', 'Catalog'],
  ['component', 'Dashboard'],
  ['config item', 'Catalog'],
])('by %s a place is found', (word, label) => {
  expect(matching(placesOf(access(['admin'])), word.split(' ')).map((place) => place.label)).toContain(label);
});

it('places are those the person sees', () => {
  const labels = (roles: string[], flags = {}) => placesOf(access(roles, flags)).map(({ label }) => label);
  expect(labels(['admin'])).toContain('Teams');
  expect(labels(['viewer'])).not.toContain('Teams');
  const off = labels(['admin'], { 'playbooks.disable': 'true' });
  expect(off).not.toContain('Playbooks');
  expect(off).not.toContain('Playbook runs');
});

it('a command that cannot be done stays and says why; the last of an id counts, and the page comes first', () => {
  const key = { keys: ['c'], shown: ['Shift', 'c'], run: () => undefined } as const;
  const commands = commandsOf(
    [
      { ...key, id: 'keys', label: 'Show the keys', group: 'Anywhere' },
      { ...key, id: 'new', label: 'Old', group: 'This page' },
      { ...key, id: 'new', label: 'New incident', group: 'This page', disabledReason: 'Read-only' },
      { ...key, id: 'palette', label: 'Search everything', group: 'Anywhere' },
      { ...key, id: 'go-area health', label: 'Go to Health', group: 'Anywhere' },
    ],
    () => undefined,
  );
  expect(commands.map(({ label, shortcut, disabledReason }) => [label, shortcut, disabledReason])).toEqual([
    ['New incident', 'Shift c', 'Read-only'],
    ['Show the keys', 'Shift c', undefined],
  ]);
});

it('what was found is offered to run and to be run on, with the reason of the role', () => {
  const things = [
    { id: 'check', title: 'Checks', mark: null, entries: [{ id: `check ${ID}`, label: 'api latency' }] },
    {
      id: 'playbook',
      title: 'Playbooks',
      mark: null,
      entries: [{ id: `playbook ${ID}`, label: 'Restart api' }],
    },
  ];
  const targets: unknown[] = [];
  const reason = runReason(access(['viewer']));
  expect(reason).toBe('Your role (viewer) may not run playbooks');
  const { entries } = runPart(things, { mark: null, words: ['api'] }, reason, (target) =>
    targets.push(target),
  );
  expect(entries.map(({ label, href, disabledReason }) => [label, href, disabledReason])).toEqual([
    ['Run Restart api…', `/playbooks/${ID}/run`, reason],
    ['Run a playbook on api latency…', undefined, reason],
  ]);
  entries[1]?.onAction?.();
  expect(targets).toEqual([{ subject: { kind: 'check', id: ID }, name: 'api latency' }]);
  expect(runReason(access(['editor']))).toBeUndefined();
});
