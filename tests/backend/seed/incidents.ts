import type { Prng } from '#tests/sim/prng.ts';
import { teams } from './accounts.ts';
import { iso, required, ulid, type SeedContext } from './context.ts';
import { copyRows, type Value } from './copy.ts';
import { memberId } from './directory.ts';
import { everydayIncidents } from './incident-filler.ts';
import type {
  CommentStory,
  EvidenceStory,
  HypothesisStory,
  IncidentStory,
  Moment,
  ResponderStory,
  StoryRefs,
} from './incident-model.ts';
import { MINUTE } from './sizes.ts';
import { storiesOfToday } from './stories-now.ts';
import { storiesUnderWay } from './stories-open.ts';
import { storiesOfThePast } from './stories-past.ts';

type Row = Record<string, Value | undefined>;

/** Rows of the incident tables while they are made. */
interface Tables {
  incidents: Row[];
  hypotheses: Row[];
  evidences: Row[];
  comments: Row[];
  responders: Row[];
  comment_responders: Row[];
  incident_histories: Row[];
}

/** What the parts of one incident share. */
interface Scope {
  tables: Tables;
  rng: Prng;
  nowMs: number;
  incidentId: string;
  /** The incident's responders in their order: hypotheses are owned by them, tickets comment through them. */
  responderIds: string[];
  /** Those of them that have a ticket outside. */
  ticketIds: string[];
}

/** Writes exactly the wanted number of incidents with all that belongs to them, and their histories as the triggers would. */
export async function seedIncidents(
  context: SeedContext,
  refs: StoryRefs,
  rules: ReadonlyMap<string, string>,
): Promise<void> {
  const { client, nowMs, volume } = context;
  const rng = context.rng.fork('incidents');
  const told = [...storiesOfToday(refs), ...storiesUnderWay(refs), ...storiesOfThePast(refs)];
  const rest = everydayIncidents(refs, rng.fork('filler'), volume.incidents - told.length);
  const stories = [...told, ...rest].toSorted((a, b) => b.statuses[0][1] - a.statuses[0][1]);
  const tables: Tables = {
    incidents: [],
    hypotheses: [],
    evidences: [],
    comments: [],
    responders: [],
    comment_responders: [],
    incident_histories: [],
  };
  stories.forEach((story, at) => {
    tellIncident(story, at + 1, { tables, rng, nowMs }, rules);
  });
  for (const [table, rows] of Object.entries(tables)) {
    const first = rows[0];
    if (first !== undefined) await copyRows(client, table, Object.keys(first), rows);
  }
  await client.query(`select setval('incident_id_sequence', $1)`, [stories.length]);
}

function tellIncident(
  story: IncidentStory,
  number: number,
  shared: Pick<Scope, 'tables' | 'rng' | 'nowMs'>,
  rules: ReadonlyMap<string, string>,
): void {
  const { tables, rng, nowMs } = shared;
  const at = (minutesAgo: number): number => nowMs - minutesAgo * MINUTE;
  const [[, startedAgo], ...later] = story.statuses;
  const createdMs = at(startedAgo);
  const scope: Scope = { ...shared, incidentId: ulid(createdMs, rng), responderIds: [], ticketIds: [] };
  const last = story.statuses.at(-1) ?? story.statuses[0];
  const createdBy = memberId(story.by);
  tables.incidents.push({
    id: scope.incidentId,
    incident_id: `INC-${number}`,
    incident_rule_id: story.rule === undefined ? null : required(rules, story.rule),
    title: story.title,
    description: story.description,
    severity: story.severity,
    type: story.type,
    status: last[0],
    created_by: createdBy,
    commander_id: story.commander === undefined ? null : memberId(story.commander),
    communicator_id: story.communicator === undefined ? null : memberId(story.communicator),
    ...incidentTimes(story.statuses, nowMs),
    created_at: iso(createdMs),
    updated_at: iso(at(last[1])),
  });
  record(scope, createdMs, {
    created_by: createdBy,
    type: 'incident.created',
    description: scope.incidentId,
  });
  for (const [status, minutesAgo] of later) {
    record(scope, at(minutesAgo), {
      created_by: createdBy,
      type: 'incident.status_updated',
      description: status,
    });
  }
  for (const responder of story.responders ?? []) tellResponder(responder, scope);
  tellHypothesis(story.tree, null, scope);
}

/** The three times as the trigger sets them: at the first status that implies them. */
function incidentTimes(
  statuses: readonly Moment[],
  nowMs: number,
): { acknowledged: string | null; resolved: string | null; closed: string | null } {
  const first = (...names: string[]): string | null => {
    const moment = statuses.find(([status]) => names.includes(status));
    return moment === undefined ? null : iso(nowMs - moment[1] * MINUTE);
  };
  return {
    acknowledged: first('investigating', 'mitigated', 'resolved', 'closed'),
    resolved: first('resolved', 'closed'),
    closed: first('closed', 'cancelled'),
  };
}

/** One row of history: what the trigger on the changed row would have written at that moment. */
function record(
  { tables, rng, incidentId }: Scope,
  ms: number,
  fields: {
    created_by: string;
    type: string;
    description?: string;
    hypothesis_id?: string;
    evidence_id?: string;
    responder_id?: string;
    comment_id?: string;
  },
): void {
  tables.incident_histories.push({
    id: ulid(ms, rng),
    incident_id: incidentId,
    created_by: fields.created_by,
    type: fields.type,
    description: fields.description ?? null,
    hypothesis_id: fields.hypothesis_id ?? null,
    evidence_id: fields.evidence_id ?? null,
    responder_id: fields.responder_id ?? null,
    comment_id: fields.comment_id ?? null,
    created_at: iso(ms),
    updated_at: iso(ms),
  });
}

function tellResponder(story: ResponderStory, scope: Scope): void {
  const { tables, rng, nowMs, incidentId, responderIds } = scope;
  const at = (minutesAgo: number | undefined): string | null =>
    minutesAgo === undefined ? null : iso(nowMs - minutesAgo * MINUTE);
  const createdMs = nowMs - story.at * MINUTE;
  const id = ulid(createdMs, rng);
  const team = teams.find(({ name }) => name === story.team);
  if (story.team !== undefined && team === undefined) throw new Error(`There is no team ${story.team}`);
  // The ticket's number arrives a moment after the row; acknowledging and resolving move the row, too.
  const lastAgo = Math.min(
    story.externalId === undefined ? story.at : story.at - 0.2,
    story.acknowledgedAt ?? story.at,
    story.resolvedAt ?? story.at,
    story.closedAt ?? story.at,
  );
  responderIds.push(id);
  if (team !== undefined && story.externalId !== undefined) scope.ticketIds.push(id);
  tables.responders.push({
    id,
    incident_id: incidentId,
    // The client writes `system` for every responder it adds, a person too; older rows say `person`.
    type: story.person !== undefined && story.at > 1440 ? 'person' : 'system',
    index: responderIds.length - 1,
    person_id: story.person === undefined ? null : memberId(story.person),
    team_id: team?.id ?? null,
    external_id: story.externalId ?? null,
    properties: story.properties,
    acknowledged: at(story.acknowledgedAt),
    resolved: at(story.resolvedAt),
    closed: at(story.closedAt),
    created_by: memberId(story.by),
    created_at: iso(createdMs),
    updated_at: iso(nowMs - lastAgo * MINUTE),
    deleted_at: at(story.removedAt),
  });
  record(scope, createdMs, { created_by: memberId(story.by), type: 'responder.created', responder_id: id });
}

function tellHypothesis(story: HypothesisStory, parentId: string | null, scope: Scope): void {
  const { tables, rng, nowMs, incidentId, responderIds } = scope;
  const createdMs = nowMs - story.at * MINUTE;
  const id = ulid(createdMs, rng);
  const last = story.statuses?.at(-1) ?? ['possible', story.at];
  const createdBy = memberId(story.by);
  tables.hypotheses.push({
    id,
    created_by: createdBy,
    incident_id: incidentId,
    parent_id: parentId,
    owner: story.owner === undefined ? null : (responderIds[story.owner] ?? null),
    team_id: teams.find(({ name }) => name === story.team)?.id ?? null,
    type: story.type,
    title: story.title,
    status: last[0],
    created_at: iso(createdMs),
    updated_at: iso(nowMs - last[1] * MINUTE),
  });
  record(scope, createdMs, { created_by: createdBy, type: 'hypothesis.created', hypothesis_id: id });
  for (const [status, minutesAgo] of story.statuses ?? []) {
    record(scope, nowMs - minutesAgo * MINUTE, {
      created_by: createdBy,
      type: 'hypothesis.status_updated',
      description: status,
      hypothesis_id: id,
    });
  }
  for (const evidence of story.evidences ?? []) tellEvidence(evidence, id, scope);
  for (const comment of story.comments ?? []) tellComment(comment, id, scope);
  for (const child of story.children ?? []) tellHypothesis(child, id, scope);
}

function tellEvidence(story: EvidenceStory, hypothesisId: string, scope: Scope): void {
  const { tables, rng, nowMs } = scope;
  const createdMs = nowMs - story.at * MINUTE;
  const markedMs = typeof story.doneItem === 'number' ? nowMs - story.doneItem * MINUTE : undefined;
  const id = ulid(createdMs, rng);
  const createdBy = memberId(story.by);
  tables.evidences.push({
    id,
    description: story.description,
    hypothesis_id: hypothesisId,
    config_id: story.config?.id ?? null,
    config_change_id: story.change?.id ?? null,
    config_analysis_id: story.insight?.id ?? null,
    component_id: story.component?.id ?? null,
    check_id: story.check?.id ?? null,
    definition_of_done: story.doneItem !== undefined,
    done: story.done ?? null,
    factor: story.factor ?? null,
    mitigator: story.mitigator ?? null,
    created_by: createdBy,
    type: story.type,
    evidence: story.payload ?? null,
    script: story.script ?? null,
    script_result: story.script === undefined ? null : '',
    created_at: iso(createdMs),
    updated_at: iso(markedMs ?? createdMs),
  });
  record(scope, createdMs, {
    created_by: createdBy,
    type: 'evidence.created',
    hypothesis_id: hypothesisId,
    evidence_id: id,
  });
  // Only marking an existing evidence is history; one made as an item is not.
  if (markedMs !== undefined) {
    record(scope, markedMs, {
      created_by: createdBy,
      type: 'evidence.done_definition_added',
      evidence_id: id,
    });
  }
}

function tellComment(story: CommentStory, hypothesisId: string, scope: Scope): void {
  const { tables, rng, nowMs, incidentId, responderIds } = scope;
  const createdMs = nowMs - story.at * MINUTE;
  const id = ulid(createdMs, rng);
  const responderId = story.external === undefined ? undefined : responderIds[story.external.responder];
  if (story.external !== undefined && responderId === undefined)
    throw new Error(`The comment of ${story.external.by} comes from a responder that is not there`);
  const createdBy = memberId(story.by);
  tables.comments.push({
    id,
    created_by: createdBy,
    comment: story.text,
    external_id: story.external?.id ?? null,
    external_created_by: story.external?.by ?? null,
    incident_id: incidentId,
    responder_id: responderId ?? null,
    hypothesis_id: hypothesisId,
    created_at: iso(createdMs),
    updated_at: iso(createdMs),
  });
  if (responderId !== undefined) {
    record(scope, createdMs, { created_by: createdBy, type: 'responder.commented', comment_id: id });
    return;
  }
  mirror(id, createdMs, scope);
}

/** Own comments are posted to the tickets of the incident, and the copy is remembered. */
function mirror(commentId: string, createdMs: number, { tables, rng, ticketIds }: Scope): void {
  for (const responderId of ticketIds) {
    const ms = createdMs + 2 * MINUTE;
    tables.comment_responders.push({
      id: ulid(ms, rng),
      comment_id: commentId,
      responder_id: responderId,
      external_id: String(40_000 + tables.comment_responders.length),
      created_at: iso(ms),
      updated_at: iso(ms),
    });
  }
}
