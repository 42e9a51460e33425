import { describe, expect, it } from 'vitest';
import type { JsonRow } from '../../protocol/op.ts';
import type { Counts, Nested } from '../../protocol/topology.ts';
import {
  checksByComponent,
  incidentsByComponent,
  insightsByComponent,
  insightsByConfig,
} from './own-counts.ts';
import { statusRank, treeOf, type OwnCounts } from './roll-up.ts';

const none: OwnCounts = { checks: new Map(), incidents: new Map(), insights: new Map() };

function component(id: string, values: JsonRow = {}): JsonRow {
  return { id, name: id, parent_id: null, status: 'healthy', ...values };
}

const counts = (...pairs: readonly (readonly [string, number])[]): Counts => new Map(pairs);
const byType = (...pairs: readonly (readonly [string, Counts])[]): Nested => new Map(pairs);

describe('what components come to', () => {
  it('counts a leaf by its status, a parent by its children, and a mixed child as a warning', () => {
    const { nodes } = treeOf(
      [
        component('root', { status: 'info' }),
        component('good', { parent_id: 'root' }),
        component('mixed', { parent_id: 'root' }),
        component('up', { parent_id: 'mixed' }),
        component('down', { parent_id: 'mixed', status: 'unhealthy' }),
        component('odd', { parent_id: 'root', status: 'error' }),
        component('told', { parent_id: 'root', status: 'info' }),
      ],
      [],
      none,
    );
    expect(nodes.get('root')?.summary).toMatchObject({ healthy: 1, unhealthy: 0, warning: 1, unknown: 1 });
    expect(nodes.get('mixed')?.summary).toMatchObject({ healthy: 1, unhealthy: 1, warning: 0, unknown: 0 });
  });

  it('sums checks, incidents and insights through, its own and those below', () => {
    const { nodes } = treeOf([component('root'), component('leaf', { parent_id: 'root' })], [], {
      checks: new Map([
        ['root', counts(['healthy', 1])],
        ['leaf', counts(['healthy', 2], ['unhealthy', 1])],
      ]),
      incidents: new Map([
        ['root', byType(['cost', counts(['High', 1])])],
        ['leaf', byType(['cost', counts(['High', 1], ['Low', 1])])],
      ]),
      insights: new Map([['leaf', byType(['security', counts(['high', 3])])]]),
    });
    expect(nodes.get('root')?.summary).toMatchObject({
      checks: counts(['healthy', 3], ['unhealthy', 1]),
      incidents: byType(['cost', counts(['High', 2], ['Low', 1])]),
      insights: byType(['security', counts(['high', 3])]),
    });
    // What is below is not changed by what is above.
    expect(nodes.get('leaf')?.summary.checks).toEqual(counts(['healthy', 2], ['unhealthy', 1]));
  });

  it('takes a component with several parents once for each of them, and ends in a circle', () => {
    const link = (child: string, parent: string): JsonRow => ({
      component_id: child,
      relationship_id: parent,
    });
    const { nodes, roots } = treeOf(
      [component('a'), component('b'), component('shared', { parent_id: 'a', status: 'unhealthy' })],
      [link('shared', 'b'), link('shared', 'a'), link('shared', 'nowhere')],
      none,
    );
    expect(roots.map(({ summary }) => summary.unhealthy)).toEqual([1, 1]);
    expect(nodes.get('a')?.children).toHaveLength(1);
    const circle = treeOf([component('x'), component('y')], [link('x', 'y'), link('y', 'x')], none);
    expect(circle.nodes.get('x')?.children.map(({ id }) => id)).toEqual(['y']);
  });

  it('keeps what hangs below a component that is not here, without calling it a root', () => {
    const { nodes, roots } = treeOf([component('lost', { parent_id: 'gone' })], [], none);
    expect(roots).toEqual([]);
    expect(nodes.get('lost')?.summary.healthy).toBe(1);
  });

  it('ranks statuses as the product does: info 4, healthy 3, warning 2, unhealthy 1', () => {
    expect(['info', 'healthy', 'warning', 'unhealthy'].map(statusRank)).toEqual([4, 3, 2, 1]);
  });
});

describe('what a component has itself', () => {
  it('counts checks by status, and none that has not run', () => {
    const checks = new Map<string, JsonRow>([
      ['1', { status: 'healthy' }],
      ['2', { status: null }],
      ['3', { status: 'unhealthy' }],
    ]);
    const links = ['1', '2', '3', 'gone'].map((id) => ({ component_id: 'c', check_id: id }));
    expect(checksByComponent(links, checks).get('c')).toEqual(counts(['healthy', 1], ['unhealthy', 1]));
  });

  it('counts an incident for every evidence, unless it is resolved or closed', () => {
    const evidences = [
      { component_id: 'c', hypothesis_id: 'h1' },
      { component_id: 'c', hypothesis_id: 'h1' },
      { component_id: 'c', hypothesis_id: 'h2' },
      { component_id: null, hypothesis_id: 'h1' },
    ];
    const hypotheses = new Map<string, JsonRow>([
      ['h1', { incident_id: 'open' }],
      ['h2', { incident_id: 'over' }],
    ]);
    const incidents = new Map<string, JsonRow>([
      ['open', { type: 'cost', severity: 'High', resolved: null, closed: null }],
      ['over', { type: 'cost', severity: 'High', resolved: '2026-01-01', closed: null }],
    ]);
    const found = incidentsByComponent(evidences, hypotheses, incidents);
    expect(found.get('c')).toEqual(byType(['cost', counts(['High', 2])]));
  });

  it('counts the insights of every catalog item it is linked to', () => {
    const insights = insightsByConfig([
      { config_id: 'one', analysis_type: 'cost', severity: 'low' },
      { config_id: 'one', analysis_type: null, severity: 'low' },
      { config_id: 'two', analysis_type: 'cost', severity: 'low' },
    ]);
    const links = ['one', 'two', 'none'].map((id) => ({ component_id: 'c', config_id: id }));
    expect(insightsByComponent(links, insights).get('c')).toEqual(
      byType(['cost', counts(['low', 2])], ['unknown', counts(['low', 1])]),
    );
    // The counts of the items stay as they are.
    expect(insights.get('one')?.get('cost')).toEqual(counts(['low', 1]));
  });
});
