import { expect, it } from 'vitest';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { badgeOf } from '#src/views/detail/badge-of.ts';
import { fetchedBody } from '#tests/page/fake-answers.ts';
import { readItem } from './item-row.ts';
import { countOf, itemSpecOf } from './item-spec.tsx';

const Part = () => null;
const PARTS = { Runs: Part, Checks: Part, Incidents: Part };

function badge(summary: unknown, reason: string | null, name: Parameters<typeof countOf>[0] = 'checks') {
  const item = readItem({ id: 'c1' }, { summary });
  if (item === undefined) throw new Error('no item');
  const fetched = fetchedBody({ body: {}, asOf: 'then', reason });
  const detail: DocumentRead = { status: 'ready', value: fetched, error: undefined };
  return badgeOf(countOf(name)({ item, detail, content: detail, again: () => undefined }));
}

it('[2] a tab has the number of the server with its age, and none where nobody said one', () => {
  expect(badge({ checks: 3 }, null)).toEqual({ n: 3, oldSince: null });
  expect(badge({ checks: 3 }, 'Not reachable now.')).toEqual({ n: 3, oldSince: 'then' });
  expect(badge({ checks: 0 }, null)).toEqual({ n: 0, oldSince: null });
  // A zero of yesterday is vouched for by nobody.
  expect(badge({ checks: 0 }, 'Not reachable now.')).toBeNull();
  expect(badge({ changes: 3 }, null)).toBeNull();
  expect(badge(null, null)).toBeNull();
  expect(badge({ playbook_runs: 2, relationships: '9' }, null, 'relationships')).toBeNull();
  expect(badge({ playbook_runs: 2 }, null, 'playbook_runs')?.n).toBe(2);
});

it('[2] an item has six tabs, and a panel of incidents unless those are switched off', () => {
  const spec = itemSpecOf(PARTS, 'shown');
  expect(spec.tabs.map(({ label }) => label)).toEqual([
    'Config',
    'Changes',
    'Insights',
    'Relationships',
    'Playbooks',
    'Checks',
  ]);
  const titles = (incidents: 'shown' | 'hidden') =>
    itemSpecOf(PARTS, incidents).aside?.map(({ title }) => title);
  expect(titles('shown')).toEqual(['Details', 'Properties', 'Labels', 'Components', 'Incidents']);
  expect(titles('hidden')).toEqual(['Details', 'Properties', 'Labels', 'Components']);
});
