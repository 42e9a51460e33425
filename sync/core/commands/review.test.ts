import { describe, expect, it } from 'vitest';
import { incidentSpan, keptByThemselves, MAX_KEPT_BY_ITSELF, reviewNeeds } from './review.ts';

const created = '2026-03-01T12:00:00+00:00';
const incident = { id: 'i1', status: 'open', created_at: created, updated_at: '2026-03-01T13:00:00+00:00' };

function status(description: string, at: string) {
  return { type: 'incident.status_updated', description, created_at: at };
}

function named(rows: Parameters<typeof reviewNeeds>[0]): readonly string[] {
  return reviewNeeds(rows).map(({ kind, id, grows }) => `${kind} ${id}${grows ? ' grows' : ''}`);
}

describe('the span of an incident', () => {
  it('[DOC7] goes on while people work on it', () => {
    const reopened = [status('resolved', '2026-03-01T14:00:00+00:00')];
    expect(incidentSpan(incident, reopened)).toEqual({ from: created, to: null });
    expect(incidentSpan({ ...incident, status: 'Mitigated' }, []).to).toBeNull();
  });

  it('[DOC7] ends with the last line that ended it, in either spelling', () => {
    const ended = { ...incident, status: 'closed' };
    const lines = [
      status('resolved', '2026-03-01T14:00:00+00:00'),
      { ...status('closed', '2026-03-02T09:00:00+00:00'), type: 'incident_status.updated' },
      status('open', '2026-03-01T15:00:00+00:00'),
    ];
    expect(incidentSpan(ended, lines).to).toBe('2026-03-02T09:00:00+00:00');
    expect(incidentSpan(ended, []).to).toBe(incident.updated_at);
  });
});

describe('what a review needs', () => {
  it('[DOC7] the runs, changes and playbook runs from before it began', () => {
    const evidences = [{ check_id: 'c1' }, { config_id: 'g1' }, { check_id: 'c1' }];
    expect(named({ incident, evidences, histories: [], links: [] })).toEqual([
      'check-spec c1',
      'check-history c1~2026-03-01T06:00:00+00:00 grows',
      'check-recent c1 grows',
      'check-runs c1~2026-02-28T12:00:00+00:00 grows',
      'config g1',
      'config-changes g1',
      'config-events g1~2026-02-28T12:00:00+00:00 grows',
      'config-runs g1~2026-02-28T12:00:00+00:00 grows',
    ]);
  });

  it('[DOC7] of an ended one also the runs before its end, and nothing grows', () => {
    const ended = { ...incident, status: 'resolved' };
    const histories = [status('resolved', '2026-03-03T12:00:00+00:00')];
    expect(named({ incident: ended, evidences: [{ check_id: 'c1' }], histories, links: [] })).toEqual([
      'check-spec c1',
      'check-history c1~2026-03-01T06:00:00+00:00',
      'check-history c1~2026-03-03T06:00:00+00:00',
      'check-runs c1~2026-02-28T12:00:00+00:00',
    ]);
  });

  it('[DOC7] changes of the catalog items behind a component, at most ten', () => {
    const links = Array.from({ length: 12 }, (_none, index) => ({
      component_id: 'k1',
      config_id: `g${index}`,
    }));
    const found = named({ incident, evidences: [{ component_id: 'k1' }], histories: [], links });
    expect(found.filter((need) => need.startsWith('config-events'))).toHaveLength(10);
    expect(found[0]).toMatch(/^component-runs k1~/);
  });

  it('[DOC7] evidence that points at a change or an analysis', () => {
    const evidences = [{ config_change_id: 'h1' }, { config_analysis_id: 'a1' }];
    expect(named({ incident, evidences, histories: [], links: [] })).toEqual(['change h1', 'analysis a1']);
  });
});

describe('who takes part', () => {
  const others = { ...incident, id: 'i2' };

  it('[DOC5] commander, responder and commenter of active incidents', () => {
    const led = { ...incident, id: 'i3', commander_id: 'me' };
    const closed = { ...led, id: 'i4', status: 'closed' };
    const responders = [
      { incident_id: 'i1', person_id: 'me', deleted_at: null },
      { incident_id: 'i2', person_id: 'me', deleted_at: created },
    ];
    expect(keptByThemselves('me', [incident, others, led, closed], responders, [])).toEqual(['i1', 'i3']);
    expect(keptByThemselves('me', [others], [], [{ incident_id: 'i2', created_by: 'me' }])).toEqual(['i2']);
    expect(keptByThemselves('me', [others], [], [{ incident_id: 'i2', created_by: 'you' }])).toEqual([]);
  });

  it('[DOC5] the newest of them, up to a number', () => {
    const many = Array.from({ length: MAX_KEPT_BY_ITSELF + 5 }, (_none, index) => ({
      ...incident,
      id: `i${index}`,
      commander_id: 'me',
      created_at: `2026-03-01T12:00:${String(index).padStart(2, '0')}+00:00`,
    }));
    const kept = keptByThemselves('me', many, [], []);
    expect(kept).toHaveLength(MAX_KEPT_BY_ITSELF);
    expect(kept[0]).toBe(`i${many.length - 1}`);
  });
});
