import { simId, otherUserId } from './facts.ts';
import type { Prng } from './prng.ts';
import { submit } from './script.ts';
import type { World } from './world.ts';

type Move = (world: World, prng: Prng) => void;

const createsWithEvidence = 0.5;
const severities = ['low', 'high', 'blocker'] as const;
const incidentStatuses = ['open', 'investigating', 'mitigated', 'resolved'] as const;
/** A row cap of this many rows and more ties than that: a page ends in the middle of one stamp. */
const tiedRows = 5;

/**
 * What happens in rough worlds besides everything else, drawn apart so that other worlds draw what they always drew:
 * incidents made here, jobs that delete for good (B8), many rows with one stamp, and a browser that says "sync" while
 * pages are open (D16).
 */
export function roughen(world: World, tell: (name: string) => void): void {
  const { rough: prng } = world;
  if (prng?.chance(0.15) !== true) return;
  const move = prng.pick(moves);
  tell(`rough: ${move.name}`);
  move(world, prng);
}

function anyIncident(world: World, prng: Prng): string {
  const ids = [...world.server.rows('incidents').keys()];
  return ids.length === 0 ? simId(10, 1) : prng.pick(ids);
}

function comment(text: string): { type: 'comment'; description: string; payload: { comment: string } } {
  return { type: 'comment', description: text, payload: { comment: text } };
}

/** An incident with its root and, now and then, its first evidence: one group of two or three (B20). */
const createIncident: Move = (world, prng) => {
  const number = world.nextNumber();
  submit(world, {
    kind: 'incident.create',
    title: `title ${number}`,
    severity: prng.pick(severities),
    type: 'availability',
    hypothesisTitle: `title ${number} root`,
    ...(prng.chance(createsWithEvidence) ? { evidence: comment(`evidence ${number}`) } : {}),
  });
};

/** The link dialog: a new node with its evidence. */
const addWithEvidence: Move = (world, prng) => {
  const incidentId = anyIncident(world, prng);
  const root = [...world.server.rows('hypotheses').values()].find(
    (row) => row['incident_id'] === incidentId && row['type'] === 'root',
  );
  if (root === undefined) return;
  const number = world.nextNumber();
  const evidence = comment(`evidence ${number}`);
  const parentId = String(root['id']);
  submit(world, { kind: 'hypothesis.add', incidentId, parentId, title: `title ${number}`, evidence });
};

const setIncidentFields: Move = (world, prng) => {
  const incidentId = anyIncident(world, prng);
  const fields = prng.chance(0.5)
    ? { status: prng.pick(incidentStatuses) }
    : { severity: prng.pick(severities), description: `description ${world.nextNumber()}` };
  submit(world, { kind: 'row.update', table: 'incidents', rowId: incidentId, set: fields });
};

const setEvidenceFields: Move = (world, prng) => {
  const ids = [...world.server.rows('evidences').keys()];
  if (ids.length === 0) return;
  const fields = prng.chance(0.5)
    ? { script: `script ${world.nextNumber()}` }
    : { description: `evidence ${world.nextNumber()}` };
  submit(world, { kind: 'row.update', table: 'evidences', rowId: prng.pick(ids), set: fields });
};

/** [B8] a job deletes an incident with everything below it, in one transaction and without a trace. */
export function purgeIncident(world: World, id: string): void {
  for (const table of ['comments', 'incident_histories', 'responders']) removeOf(world, table, id);
  for (const [nodeId, node] of world.server.rows('hypotheses')) {
    if (node['incident_id'] !== id) continue;
    for (const [evidenceId, evidence] of world.server.rows('evidences')) {
      if (evidence['hypothesis_id'] === nodeId) world.server.remove('evidences', evidenceId);
    }
  }
  removeOf(world, 'hypotheses', id);
  world.server.remove('incidents', id);
}

const purgeAny: Move = (world, prng) => {
  const id = anyIncident(world, prng);
  world.serverLater(prng.pick([0, 0, 30_000]), () => purgeIncident(world, id));
};

function removeOf(world: World, table: string, incidentId: string): void {
  for (const [id, row] of world.server.rows(table)) {
    if (row['incident_id'] === incidentId) world.server.remove(table, id);
  }
}

/** [B8] what a scraper no longer finds is deleted after a while, and found again under its old key. */
const purgeObserved: Move = (world, prng) => {
  const table = prng.pick(['components', 'checks']);
  const ids = [...world.server.rows(table).keys()];
  if (ids.length < 2) return;
  const id = prng.pick(ids);
  const { created_at: _made, updated_at: _changed, ...values } = world.server.rows(table).get(id) ?? {};
  world.server.remove(table, id);
  if (!prng.chance(0.5)) return;
  world.serverLater(prng.int(300_000), () => {
    if (!world.server.rows(table).has(id)) world.server.insert(table, values, world.stampMicros());
  });
};

/** A bulk statement of somebody else: more rows with one stamp than a page has. */
const writeTied: Move = (world, prng) => {
  const stamp = world.stampMicros();
  const incidentId = anyIncident(world, prng);
  world.serverLater(prng.pick([0, 20_000]), () => {
    const nodes = [...world.server.rows('hypotheses')].filter(([, row]) => row['incident_id'] === incidentId);
    const [root] = nodes;
    if (root === undefined) return;
    for (const [id] of nodes)
      world.server.update('hypotheses', id, { title: `theirs ${world.nextNumber()}` }, stamp);
    for (let count = 0; count < tiedRows; count += 1) {
      const number = world.nextNumber();
      const by = { created_by: otherUserId, external_created_by: null, responder_id: null };
      const links = { incident_id: incidentId, hypothesis_id: root[0] };
      const row = { id: simId(22, number), comment: `tied ${number}`, ...links, ...by };
      world.server.insert('comments', row, stamp);
    }
  });
};

/** The event of Background Sync while pages are open: they are only told to look (D16). */
const syncEvent: Move = (world) => {
  world.bus.portFor('service worker').post({ type: 'refresh' });
};

const moves: readonly Move[] = [
  createIncident,
  createIncident,
  addWithEvidence,
  setIncidentFields,
  setIncidentFields,
  setEvidenceFields,
  purgeAny,
  purgeObserved,
  writeTied,
  syncEvent,
];
