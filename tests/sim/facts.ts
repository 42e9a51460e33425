import type { JsonRow } from '#sync/protocol/op.ts';
import type { ModelServer } from './model/model-server.ts';

/** Ids are fixed text per index, so that a failing run reads the same every time. */
export function simId(kind: number, index: number): string {
  return `${String(kind).padStart(8, '0')}-0000-7000-8000-${String(index).padStart(12, '0')}`;
}

export const userId = simId(1, 1);
/** Status every seeded hypothesis starts with. */
export const seededStatus = 'possible';
export const otherUserId = simId(1, 2);

/** Fills the model with a small company: people, incidents with trees, comments, evidence, checks and components. */
export function seedModel(server: ModelServer, incidents: number, stampMicros: number): void {
  const put = (table: string, row: JsonRow): void => {
    server.insert(table, row, stampMicros);
  };
  for (const [index, name] of ['Ada', 'Ben', 'Cleo'].entries()) {
    put('people', { id: simId(1, index + 1), name, avatar: null, type: null, title: null });
  }
  put('people_roles', { id: userId, name: 'Ada', email: 'ada@example.test', roles: ['responder'] });
  put('teams', { id: simId(2, 1), name: 'Payments', icon: null });
  put('checks', {
    id: simId(3, 1),
    canary_id: simId(4, 1),
    type: 'http',
    name: 'checkout',
    status: 'healthy',
  });
  put('components', {
    id: simId(5, 1),
    external_id: 'checkout',
    name: 'checkout',
    type: 'Service',
    status: 'healthy',
    health: 'healthy',
  });
  for (let index = 1; index <= incidents; index += 1) seedIncident(put, index);
  server.effects.length = 0;
}

function seedIncident(put: (table: string, row: JsonRow) => void, index: number): void {
  const incidentId = simId(10, index);
  put('incidents', {
    id: incidentId,
    title: `Incident ${index}`,
    description: '',
    severity: 'high',
    type: 'performance',
    status: 'open',
    created_by: otherUserId,
    commander_id: userId,
    communicator_id: null,
    acknowledged: null,
    resolved: null,
    closed: null,
  });
  const rootId = simId(11, index * 10);
  for (let node = 0; node < 3; node += 1) {
    put('hypotheses', {
      id: simId(11, index * 10 + node),
      incident_id: incidentId,
      parent_id: node === 0 ? null : rootId,
      type: node === 0 ? 'root' : 'factor',
      title: `Hypothesis ${index}.${node}`,
      status: seededStatus,
      created_by: otherUserId,
    });
  }
  put('comments', {
    id: simId(12, index),
    comment: 'Looking',
    incident_id: incidentId,
    hypothesis_id: rootId,
    created_by: otherUserId,
    external_created_by: null,
    responder_id: null,
  });
  put('evidences', {
    id: simId(13, index),
    description: 'Slow',
    hypothesis_id: rootId,
    created_by: otherUserId,
    type: 'comment',
    evidence: { comment: 'p99 over 4 s' },
    definition_of_done: false,
    done: false,
  });
  put('responders', {
    id: simId(14, index),
    incident_id: incidentId,
    type: 'person',
    person_id: otherUserId,
    created_by: otherUserId,
  });
}
