import type { Dexie } from 'dexie';
import { incidentSpan } from '../core/commands/review.ts';
import type { IncidentSpan } from '../core/commands/review.ts';
import {
  compareServerTime,
  laterServerTime,
  serverTimeToMs,
  shiftServerTime,
} from '../core/pull/server-time.ts';
import { nameInPayload } from '../protocol/tables/evidence-payload.ts';
import { normalHistoryType } from '../protocol/tables/incident-history.ts';
import type { DocumentKind } from '../protocol/documents/registry.ts';
import type { StoredDocument } from '../protocol/document.ts';
import type { JsonRow } from '../protocol/op.ts';
import type { Stored } from '../protocol/stored.ts';
import { compareText, flagOf, isShown, marksOf, maybeTextOf, objectOf, textOf } from './columns.ts';
import type { Names } from './people.ts';
import { UNKNOWN_PERSON, peopleOf, personOf, responderOf, teamsOf } from './people.ts';
import { allRows, namesById, readClaim, rowsWhere } from './queries.ts';
import type { LateRead } from './read-model.ts';
import type { ReviewSources } from './review.ts';
import { documentKey, reviewSources, reviewTables } from './review.ts';
import type { PersonRef, Read } from './types.ts';

/** Lanes of the shared time axis. */
export const timelineLanes = ['incident', 'checks', 'changes', 'runs'] as const;
/** One lane of the shared time axis. */
export type TimelineLane = (typeof timelineLanes)[number];

/** What an event is; with its lane it decides words and look. */
export type TimelineKind =
  | 'created'
  | 'status'
  | 'hypothesis'
  | 'evidence'
  | 'definition-of-done'
  | 'comment'
  | 'responder'
  | 'check'
  | 'change'
  | 'run';

/** Something that happened, or that this device has not sent yet. */
export interface TimelineEvent {
  /** Unique on the axis. */
  readonly id: string;
  /** Server time (ISO); of a change that is not sent yet the device's. */
  readonly at: string;
  /** End of what lasts (a run of a playbook); null for a moment and for what has not ended. */
  readonly until: string | null;
  readonly lane: TimelineLane;
  readonly kind: TimelineKind;
  /** Status, title, text or type, by kind. */
  readonly text: string;
  readonly detail: string | null;
  readonly subject: {
    readonly kind: 'check' | 'config' | 'component';
    readonly id: string;
    readonly name: string | null;
  } | null;
  /** What an evidence was kept as, where its subject has no name here; null for everything else. */
  readonly keptName: string | null;
  readonly author: PersonRef | null;
  readonly severity: string | null;
  readonly isPending: boolean;
}

/** A stretch of time in which a check did not change; `unknown` where it did not run. */
export interface CheckBand {
  readonly from: string;
  readonly to: string;
  readonly status: 'healthy' | 'unhealthy' | 'unknown';
}

/** One check on the axis. */
export interface CheckTrack {
  readonly checkId: string;
  readonly name: string | null;
  readonly bands: readonly CheckBand[];
  /** Runs the bands were computed from. */
  readonly runs: number;
}

/** Everything on one time axis (ux need 7), oldest first. */
export interface IncidentTimeline {
  readonly span: IncidentSpan;
  readonly events: readonly TimelineEvent[];
  readonly checks: readonly CheckTrack[];
  /** Documents that are not on this device: the axis may have holes. */
  readonly lacking: number;
}

/** Tables that a timeline is read from. */
const timelineTables = [
  ...reviewTables,
  'people',
  'teams',
  'checks',
  'components',
  'playbooks',
  'playbook_runs',
];

const HOUR_MS = 3_600_000;
/** What happened up to an hour after the end still belongs to it. */
const TAIL_MS = HOUR_MS;
/** A check that was silent for this many of its usual intervals is not known to be what it was. */
const SILENT_INTERVALS = 5;
const SHORTEST_SILENCE_MS = 2 * 60_000;

interface Parts extends ReviewSources {
  readonly span: IncidentSpan;
  readonly people: Names;
  readonly teams: Names;
  readonly checkNames: ReadonlyMap<string, string>;
  readonly componentNames: ReadonlyMap<string, string>;
  readonly playbookNames: ReadonlyMap<string, string>;
  readonly runs: readonly JsonRow[];
}

/** Documents whose body is no JSON; they are as good as not here. */
const damaged = new WeakSet<StoredDocument>();

function rowsOf(document: StoredDocument): JsonRow[] {
  let body: unknown;
  try {
    body = JSON.parse(document.body);
  } catch {
    damaged.add(document); // said with what is lacking
    return [];
  }
  return Array.isArray(body)
    ? body.filter((row): row is JsonRow => typeof row === 'object' && row !== null)
    : [];
}

/** Rows of every document of these kinds about one thing; a damaged body has none. */
function documentRows(parts: ReviewSources, kinds: readonly DocumentKind[], subjectId?: string): JsonRow[] {
  return parts.needs
    .filter(
      ({ kind, subject }) => kinds.includes(kind) && (subjectId === undefined || subject.id === subjectId),
    )
    .flatMap((need) => {
      const document = parts.documents.get(documentKey(need));
      return document === undefined || document.withheld !== undefined || document.hidden !== undefined
        ? []
        : rowsOf(document);
    });
}

function author(row: JsonRow, people: Names): PersonRef | null {
  return personOf(row, 'created_by', people);
}

const bare = {
  until: null,
  detail: null,
  subject: null,
  keptName: null,
  severity: null,
  isPending: false,
} as const;

function pointedAt(row: JsonRow, parts: Parts): TimelineEvent['subject'] {
  const checkId = maybeTextOf(row, 'check_id');
  if (checkId !== null) return { kind: 'check', id: checkId, name: parts.checkNames.get(checkId) ?? null };
  const configId = maybeTextOf(row, 'config_id');
  if (configId !== null) return { kind: 'config', id: configId, name: null };
  const componentId = maybeTextOf(row, 'component_id');
  return componentId === null
    ? null
    : { kind: 'component', id: componentId, name: parts.componentNames.get(componentId) ?? null };
}

/** What an event says of the evidence it is about; of one that is gone, nothing. */
function aboutEvidence(
  row: JsonRow | undefined,
  parts: Parts,
): Pick<TimelineEvent, 'text' | 'detail' | 'subject' | 'keptName'> {
  if (row === undefined) return { text: '', detail: null, subject: null, keptName: null };
  const type = textOf(row, 'type');
  return {
    text: type,
    detail: maybeTextOf(row, 'description'),
    subject: pointedAt(row, parts),
    keptName: nameInPayload(type, objectOf(row, 'evidence')),
  };
}

function incidentEvents(parts: Parts): TimelineEvent[] {
  const { incident, people, teams } = parts;
  const event = (row: Stored, kind: TimelineKind, text: string): TimelineEvent => ({
    ...bare,
    id: `${kind}:${textOf(row, 'id')}`,
    at: textOf(row, 'created_at'),
    lane: 'incident',
    kind,
    text,
    author: author(row, people),
    isPending: marksOf(row).pending,
  });
  const statuses = parts.histories.filter(
    (row) => normalHistoryType(maybeTextOf(row, 'type')) === 'incident.status_updated',
  );
  const evidenceById = new Map(parts.evidences.map((row) => [textOf(row, 'id'), row]));
  const added = parts.histories.filter(
    (row) => maybeTextOf(row, 'type') === 'evidence.done_definition_added',
  );
  return [
    event(incident, 'created', textOf(incident, 'title')),
    ...statuses.map((row) => event(row, 'status', textOf(row, 'description'))),
    ...added.map((row) => ({
      ...event(row, 'definition-of-done', ''),
      ...aboutEvidence(evidenceById.get(textOf(row, 'evidence_id')), parts),
    })),
    ...parts.hypotheses.map((row) => ({
      ...event(row, 'hypothesis', textOf(row, 'title')),
      detail: maybeTextOf(row, 'status'),
    })),
    ...parts.evidences.map((row) => ({
      ...event(row, 'evidence', ''),
      ...aboutEvidence(row, parts),
    })),
    ...parts.comments.map((row) => event(row, 'comment', textOf(row, 'comment'))),
    ...parts.responders.map((row) =>
      event(row, 'responder', responderOf(row, people, teams)?.name ?? UNKNOWN_PERSON),
    ),
  ];
}

/** Runs of one check, each moment once, oldest first. */
function runsOfCheck(parts: Parts, checkId: string): readonly JsonRow[] {
  const byTime = new Map<string, JsonRow>();
  for (const row of documentRows(parts, ['check-history', 'check-recent'], checkId)) {
    const time = maybeTextOf(row, 'time');
    if (time !== null) byTime.set(time, row);
  }
  return [...byTime.values()].sort((a, b) => compareServerTime(textOf(a, 'time'), textOf(b, 'time')));
}

/** When the runs of a check were last fetched. */
function fetchedAt(parts: ReviewSources, checkId: string): string | null {
  return parts.needs
    .filter(
      ({ kind, subject }) => subject.id === checkId && (kind === 'check-history' || kind === 'check-recent'),
    )
    .reduce<string | null>(
      (latest, need) => laterServerTime(latest, parts.documents.get(documentKey(need))?.asOf ?? null),
      null,
    );
}

/** The time after which silence means that nobody knows: some of the usual intervals between two runs. */
function silenceOf(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  return Math.max(SHORTEST_SILENCE_MS, usual * SILENT_INTERVALS);
}

/**
 * Stretches of equal status; where a check was silent for long the stretch is `unknown`, also after its last run up to
 * `until` (when the runs were fetched). Runs oldest first.
 */
export function bandsOf(runs: readonly JsonRow[], until: string | null): readonly CheckBand[] {
  const times = runs.map((run) => serverTimeToMs(textOf(run, 'time')) ?? 0);
  const silence = silenceOf(times);
  const bands: CheckBand[] = [];
  const extend = (from: string, to: string, status: CheckBand['status']): void => {
    const last = bands.at(-1);
    if (last?.status === status && last.to === from) bands[bands.length - 1] = { ...last, to };
    else bands.push({ from, to, status });
  };
  runs.forEach((run, index) => {
    const at = textOf(run, 'time');
    const next = runs[index + 1];
    const status = flagOf(run, 'status') ? 'healthy' : 'unhealthy';
    const end = next === undefined ? laterServerTime(at, until) : textOf(next, 'time');
    const lastingMs = (serverTimeToMs(end) ?? 0) - (times[index] ?? 0);
    if (end === null || lastingMs <= silence) {
      extend(at, end ?? at, status);
      return;
    }
    const silentFrom = shiftServerTime(at, silence);
    extend(at, silentFrom, status);
    extend(silentFrom, end, 'unknown');
  });
  return bands;
}

function checkEvents(parts: Parts, checkId: string): { track: CheckTrack; events: TimelineEvent[] } {
  const runs = runsOfCheck(parts, checkId);
  const name = parts.checkNames.get(checkId) ?? null;
  const turned = runs.filter((run, index) => {
    const before = runs[index - 1];
    return before !== undefined && flagOf(before, 'status') !== flagOf(run, 'status');
  });
  return {
    track: { checkId, name, bands: bandsOf(runs, fetchedAt(parts, checkId)), runs: runs.length },
    events: turned.map((run) => ({
      ...bare,
      id: `check:${checkId}:${textOf(run, 'time')}`,
      at: textOf(run, 'time'),
      lane: 'checks',
      kind: 'check',
      text: flagOf(run, 'status') ? 'healthy' : 'unhealthy',
      detail: maybeTextOf(run, 'error') ?? maybeTextOf(run, 'message'),
      subject: { kind: 'check', id: checkId, name },
      author: null,
      severity: maybeTextOf(run, 'severity'),
    })),
  };
}

function once(rows: readonly JsonRow[]): readonly JsonRow[] {
  return [...new Map(rows.map((row) => [textOf(row, 'id'), row])).values()];
}

function changeEvents(parts: Parts): TimelineEvent[] {
  return once(documentRows(parts, ['config-changes', 'config-events'])).map((row) => ({
    ...bare,
    id: `change:${textOf(row, 'id')}`,
    at: textOf(row, 'created_at'),
    lane: 'changes',
    kind: 'change',
    text: textOf(row, 'change_type'),
    detail: maybeTextOf(row, 'summary') ?? maybeTextOf(row, 'source'),
    subject: { kind: 'config', id: textOf(row, 'config_id'), name: null },
    author: externalAuthor(maybeTextOf(row, 'external_created_by')),
    severity: maybeTextOf(row, 'severity'),
  }));
}

function externalAuthor(name: string | null): PersonRef | null {
  return name === null ? null : { id: `external:${name}`, name, avatar: null };
}

function runEvents(parts: Parts): TimelineEvent[] {
  // The local row is the fresher one: it comes last and wins.
  const rows = once([...documentRows(parts, ['check-runs', 'config-runs', 'component-runs']), ...parts.runs]);
  return rows.map((row) => ({
    ...bare,
    id: `run:${textOf(row, 'id')}`,
    at: maybeTextOf(row, 'start_time') ?? textOf(row, 'created_at'),
    until: maybeTextOf(row, 'end_time'),
    lane: 'runs',
    kind: 'run',
    text: textOf(row, 'status'),
    detail: parts.playbookNames.get(textOf(row, 'playbook_id')) ?? null,
    subject: pointedAt(row, parts),
    author: author(row, parts.people),
  }));
}

/** Everything that happened around an incident, oldest first; equal moments in the order of their ids. */
export function timelineOf(parts: Parts): IncidentTimeline {
  const checkIds = [
    ...new Set(parts.evidences.map((row) => maybeTextOf(row, 'check_id')).filter((id) => id !== null)),
  ];
  const checks = checkIds.map((id) => checkEvents(parts, id));
  const end = parts.span.to === null ? null : shiftServerTime(parts.span.to, TAIL_MS);
  const begin = shiftServerTime(parts.span.from, -24 * HOUR_MS);
  const around = [
    ...checks.flatMap(({ events }) => events),
    ...changeEvents(parts),
    ...runEvents(parts),
  ].filter(
    ({ at }) => compareServerTime(begin, at) <= 0 && (end === null || compareServerTime(at, end) <= 0),
  );
  const events = [...incidentEvents(parts), ...around]
    .filter(({ at }) => serverTimeToMs(at) !== null)
    .sort((a, b) => compareServerTime(a.at, b.at) || compareText(a.id, b.id));
  const lacking = parts.needs.filter((need) => {
    const document = parts.documents.get(documentKey(need));
    return document === undefined || damaged.has(document);
  }).length;
  return { span: parts.span, events, checks: checks.map(({ track }) => track), lacking };
}

async function runsAround(db: Dexie, evidences: readonly Stored[]): Promise<readonly JsonRow[]> {
  const columns = ['check_id', 'config_id', 'component_id'] as const;
  const found = await Promise.all(
    columns.map((column) =>
      rowsWhere(db, 'playbook_runs', column, [
        ...new Set(evidences.map((row) => maybeTextOf(row, column)).filter((id) => id !== null)),
      ]),
    ),
  );
  return found.flat().filter(isShown);
}

/** The timeline of one incident; null when it is not here. */
export function timelineRead(incidentId: string): LateRead<IncidentTimeline | null> {
  return { tables: timelineTables, query: (db) => queryTimeline(db, incidentId) };
}

async function queryTimeline(db: Dexie, incidentId: string): Promise<Read<IncidentTimeline | null>> {
  const claim = await readClaim(db, [
    'incidents',
    'hypotheses',
    'evidences',
    'comments',
    'incident_histories',
  ]);
  const sources = await reviewSources(db, incidentId);
  if (sources === undefined) return { data: null, ...claim };
  const playbooks = await allRows(db, 'playbooks');
  const parts: Parts = {
    ...sources,
    span: incidentSpan(sources.incident, sources.histories),
    people: peopleOf(await allRows(db, 'people')),
    teams: teamsOf(await allRows(db, 'teams')),
    checkNames: await namesById(db, 'checks', sources.evidences, 'check_id'),
    componentNames: await namesById(db, 'components', sources.evidences, 'component_id'),
    playbookNames: new Map(playbooks.map((row) => [textOf(row, 'id'), textOf(row, 'name')])),
    runs: await runsAround(db, sources.evidences),
  };
  return { data: timelineOf(parts), ...claim };
}
