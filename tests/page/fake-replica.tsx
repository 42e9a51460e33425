import type { ReviewState } from '#sync/read/review.ts';
import 'fake-indexeddb/auto';
import { Dexie, type Table } from 'dexie';
import type { ReactElement, ReactNode } from 'react';
import { vi } from 'vitest';
import type { Effect } from '#sync/protocol/effect.ts';
import type { KeptListKind } from '#sync/protocol/kept-list.ts';
import type { SetAside } from '#sync/protocol/set-aside.ts';
import type { Draft, Notice } from '#sync/protocol/op.ts';
import type { IncidentAround, LinkedIncidents } from '#sync/read/evidence/incidents.ts';
import type { CheckFacts, ComponentFacts, SubjectLine } from '#sync/read/evidence/subjects.ts';
import type { DoneItem } from '#sync/read/incident-done.ts';
import type { HistoryLine } from '#sync/read/incident-history.ts';
import type { RowInspection } from '#sync/read/inspect-row.ts';
import type { ResponderView } from '#sync/read/responders.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import type {
  CommentView,
  EvidenceView,
  HypothesisNode,
  IncidentDetail,
  IncidentList,
  IncidentListRow,
  IncidentLookup,
  Marks,
  OpView,
  PersonRef,
  Read,
} from '#sync/read/types.ts';
import { AccessValueProvider, makeAccess } from '#src/platform/session/access-context.tsx';
import { AttachEvidenceProvider, type AttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import type { HealthClient } from '#src/platform/replica/health-client.ts';
import { HealthProvider } from '#src/platform/replica/health-context.tsx';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { IndexProvider } from '#src/platform/replica/index-context.tsx';
import type { TopologyClient } from '#src/platform/replica/topology-client.ts';
import { TopologyProvider } from '#src/platform/replica/topology-context.tsx';
import { ReadModelProvider } from '#src/platform/replica/read-model-context.tsx';
import { createStore, type WritableStore } from '#src/platform/device/store.ts';
import { SyncProvider } from '#src/platform/replica/sync-context.tsx';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import type { SyncStatus } from '#workers/contracts/sync-contract.ts';
import { UNANSWERED, UNFETCHED, UNSEEN } from './fake-answers.ts';
import { CALM_STORAGE, diagnostics, NOTHING_DIFFERS } from './fake-diagnostics.ts';
import { fakeEffect } from './fake-effect.ts';
import { namedReads, type NameLists } from './fake-names.ts';
import { fakeLogs } from './fake-logs.ts';
import { createFakeHealth } from './fake-health.ts';
import { noIndex } from './fake-index.ts';
import { noComponents } from './fake-topology.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';

// jsdom has no CSS object; React Aria escapes ids with it.
vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/gu, String.raw`\$&`) });

/** Everything a page can read, as plain values a test changes through `set`. */
export interface ReplicaState extends NameLists {
  incidentList: Read<IncidentList>;
  incident: Read<IncidentLookup>;
  review: ReviewState;
  /** What every late read gives. */
  late: unknown;
  evidences: Read<readonly DoneItem[]>;
  history: Read<readonly HistoryLine[]>;
  starred: readonly string[];
  /** Ended and open operations by id, for who waits for the outcome of one. */
  opStates: readonly OpView[];
  responders: readonly ResponderView[];
  outbox: readonly OpView[];
  setAside: readonly SetAside[];
  notices: readonly Notice[];
  effects: readonly Effect[];
  drafts: readonly Draft[];
  feeds: Awaited<ReturnType<ReadModel['feeds']>>;
  windows: Awaited<ReturnType<ReadModel['windows']>>;
  /** How much of the runs of every check is here. */
  coverage: Awaited<ReturnType<ReadModel['coverage']>>;
  checkFacts: readonly CheckFacts[];
  componentFacts: readonly ComponentFacts[];
  linked: Read<LinkedIncidents>;
  around: Read<readonly IncidentAround[]>;
  /** Lists of checks that were kept for the next start, as text. */
  keptLists: Readonly<Partial<Record<KeptListKind, ReadonlyMap<string, string>>>>;
  /** What is behind a row, by `table id`. */
  rows: Readonly<Record<string, RowInspection>>;
  /** Reads fail with this message. */
  failure: string | null;
  /** Only these reads fail; null is all of them. */
  failing: readonly FailingName[] | null;
}

export const LIVE: SyncStatus = {
  phase: 'live',
  isLeader: true,
  waiting: 0,
  needsAttention: 0,
  progress: null,
  asOf: '2026-11-20T12:00:00Z',
  reason: null,
  updatedAt: 0,
};

export interface FakeReplica {
  readonly model: ReadModel;
  readonly sync: { readonly [K in keyof SyncClient]: SyncClient[K] } & {
    readonly status: WritableStore<SyncStatus>;
  };
  /** Changes rows; live reads answer again, as after a pull. */
  readonly set: (change: Partial<ReplicaState>) => Promise<void>;
  /** Filters the list was asked with. */
  readonly listCalls: Parameters<ReadModel['incidentList']>[0][];
  readonly close: () => Promise<void>;
}

let replicaCount = 0;

function emptyState(): ReplicaState {
  return {
    incidentList: read({ rows: [], others: [], hidden: { total: 0, byStatus: {} } }),
    incident: read({ found: 'unknown' }),
    review: { keep: 'no', parts: [], oldest: null },
    late: null,
    evidences: read([]),
    history: read([]),
    starred: [],
    opStates: [],
    people: [],
    components: [],
    responders: [],
    teams: [],
    outbox: [],
    setAside: [],
    notices: [],
    effects: [],
    drafts: [],
    feeds: [],
    checkFacts: [],
    componentFacts: [],
    linked: read({ rows: [], total: 0 }),
    around: read([]),
    keptLists: {},
    rows: {},
    windows: {},
    coverage: null,
    failure: null,
    failing: null,
  };
}

type FailingName =
  | 'people'
  | 'components'
  | 'evidences'
  | 'history'
  | 'responders'
  | 'teams'
  | 'outbox'
  | 'setAside'
  | 'drafts'
  | 'draft';

interface ModelParts {
  /** A read that is made again when rows change, and fails when the test says so. */
  readonly live: <T>(pick: () => T, name?: FailingName) => Promise<T>;
  readonly state: () => ReplicaState;
  readonly listCalls: FakeReplica['listCalls'];
  readonly close: () => void;
}

function createModel({ live, state, listCalls, close }: ModelParts): ReadModel {
  return {
    incidentList(filter) {
      listCalls.push(filter);
      return live(() => state().incidentList);
    },
    incident: () => live(() => state().incident),
    reviewState: () => live(() => read(state().review)),
    evidences: () => live(() => state().evidences, 'evidences'),
    history: () => live(() => state().history, 'history'),
    checkFacts: (id) => live(() => read(state().checkFacts.find((each) => each.id === id) ?? null)),
    componentFacts: (id) => live(() => read(state().componentFacts.find((each) => each.id === id) ?? null)),
    findSubjects: (tbl, text, limit) =>
      live(() => {
        const facts = tbl === 'checks' ? state().checkFacts : state().componentFacts;
        const all: readonly SubjectLine[] = facts.map((each) => ({ ...each, place: each.agent ?? '' }));
        const found = all.filter((each) => each.name.includes(text));
        return read({ lines: found.slice(0, limit), total: found.length });
      }),
    incidentsByComponent: () => live(() => state().linked),
    incidentsByConfig: () => live(() => state().linked),
    incidentsAround: () => live(() => state().around),
    pinned: (kind) => live(() => (kind === 'changelog-line' ? state().starred : [])),
    runsOf: () => live(() => read([])),
    opStates: (ids) => live(() => state().opStates.filter((each) => ids.includes(each.id))),
    late: (asked) => {
      const [name, pick] = namedReads.get(asked) ?? [];
      // Beside names a test reads one thing late, and says what.
      return live(() => read(pick === undefined ? state().late : pick(state())), name) as never;
    },
    itemsOfComponent: () => live(() => read([])),
    responders: () => live(() => read(state().responders), 'responders'),
    keptList: (kind, id) => live(() => state().keptLists[kind]?.get(id) ?? null),
    roles: () => live(() => read(['admin'])),
    properties: () => live(() => read({})),
    outbox: () => live(() => state().outbox, 'outbox'),
    setAside: () => live(() => state().setAside, 'setAside'),
    notices: () => live(() => state().notices),
    effects: () => live(() => state().effects),
    draft: (key) => live(() => state().drafts.find((draft) => draft.key === key) ?? null, 'draft'),
    drafts: () => live(() => state().drafts, 'drafts'),
    windows: () => live(() => state().windows),
    inspectRow: (tbl, id) => live(() => state().rows[`${tbl} ${id}`] ?? UNSEEN),
    feeds: () => live(() => state().feeds),
    coverage: () => live(() => state().coverage),
    isClosed: () => false,
    close,
  };
}

/** A replica in memory. Its reads touch one real table, so that they are live like the real ones. */
export function createFakeReplica(start: Partial<ReplicaState> = {}): FakeReplica {
  replicaCount += 1;
  const db = new Dexie(`fake-replica-${replicaCount}`) as Dexie & { ticks: Table<{ id: number; n: number }> };
  db.version(1).stores({ ticks: 'id' });
  let state: ReplicaState = { ...emptyState(), ...start };
  let n = 0;
  const listCalls: FakeReplica['listCalls'] = [];
  const live: ModelParts['live'] = async (pick, name) => {
    await db.ticks.get(1);
    const isHit = state.failing === null || (name !== undefined && state.failing.includes(name));
    if (state.failure !== null && isHit) throw new Error(state.failure);
    return pick();
  };
  const set: FakeReplica['set'] = async (change) => {
    state = { ...state, ...change };
    n += 1;
    await db.ticks.put({ id: 1, n });
  };
  const model = createModel({ live, state: () => state, listCalls, close: () => db.close() });
  const withoutDraft = (key: string): readonly Draft[] => state.drafts.filter((draft) => draft.key !== key);
  const sync: FakeReplica['sync'] = {
    status: createStore(LIVE),
    submit: vi.fn<SyncClient['submit']>(async () => ({ opIds: ['op-new'], made: [] })),
    resolveConflict: vi.fn<SyncClient['resolveConflict']>(async () => undefined),
    retry: vi.fn<SyncClient['retry']>(async () => undefined),
    discard: vi.fn<SyncClient['discard']>(async () => undefined),
    prepareEffect: vi.fn<SyncClient['prepareEffect']>(async (request, title) => fakeEffect(request, title)),
    sendEffect: vi.fn<SyncClient['sendEffect']>(async () => {
      throw new Error('No effect is prepared in this replica');
    }),
    dropEffect: vi.fn<SyncClient['dropEffect']>(async () => undefined),
    dismissNotice: vi.fn<SyncClient['dismissNotice']>(async () => undefined),
    saveDraft: vi.fn<SyncClient['saveDraft']>(async (key, text, expectedFromOpId) => {
      const fromOpId = state.drafts.find((draft) => draft.key === key)?.fromOpId ?? null;
      if (fromOpId !== null && fromOpId !== expectedFromOpId) return false;
      const kept = text === '' ? [] : [{ key, text, savedAt: 0, fromOpId: null }];
      await set({ drafts: [...withoutDraft(key), ...kept] });
      return true;
    }),
    deleteDraft: vi.fn<SyncClient['deleteDraft']>(async (key: string) => set({ drafts: withoutDraft(key) })),
    removeSetAside: vi.fn<SyncClient['removeSetAside']>(async () => set({ setAside: [] })),
    refresh: vi.fn<SyncClient['refresh']>(async () => undefined),
    holdDownload: vi.fn<SyncClient['holdDownload']>(async () => undefined),
    watch: vi.fn<SyncClient['watch']>(async () => undefined),
    unwatch: vi.fn<SyncClient['unwatch']>(async () => undefined),
    sessionRestored: vi.fn<SyncClient['sessionRestored']>(async () => undefined),
    diagnostics: vi.fn<SyncClient['diagnostics']>(async () => diagnostics()),
    verify: vi.fn<SyncClient['verify']>(async () => NOTHING_DIFFERS),
    rebuild: vi.fn<SyncClient['rebuild']>(async () => undefined),
    log: vi.fn<SyncClient['log']>(async () => []),
    unsent: vi.fn<SyncClient['unsent']>(async () => 0),
    wipe: vi.fn<SyncClient['wipe']>(async () => undefined),
    otherOwners: vi.fn<SyncClient['otherOwners']>(async () => []),
    pin: vi.fn<SyncClient['pin']>(async () => undefined),
    unpin: vi.fn<SyncClient['unpin']>(async () => undefined),
    pins: vi.fn<SyncClient['pins']>(async () => []),
    gatherReview: vi.fn<SyncClient['gatherReview']>(async () => undefined),
    fetchDocument: vi.fn<SyncClient['fetchDocument']>(async () => UNFETCHED),
    readPage: vi.fn<SyncClient['readPage']>(async () => ({ is: 'not-here', reason: null })),
    ...fakeLogs(),
    askTicketing: vi.fn<SyncClient['askTicketing']>(async () => UNANSWERED),
    askRunParams: vi.fn<SyncClient['askRunParams']>(async () => ({
      kind: 'unanswered',
      why: 'offline',
      reason: 'The server cannot be reached now.',
    })),
    askFlags: vi.fn<SyncClient['askFlags']>(async () => ({ kind: 'unanswered', why: 'offline', reason: '' })),
    setLock: vi.fn<SyncClient['setLock']>(async () => undefined),
    sealLocked: vi.fn<SyncClient['sealLocked']>(async () => undefined),
    takeLockOff: vi.fn<SyncClient['takeLockOff']>(async () => null),
    storageReport: vi.fn<SyncClient['storageReport']>(async () => CALM_STORAGE),
    forgetOther: vi.fn<SyncClient['forgetOther']>(async () => undefined),
    close: vi.fn<SyncClient['close']>(),
  };
  return { model, sync, set, listCalls, close: () => db.delete() };
}

export function read<T>(data: T, state: Read<T>['state'] = 'complete'): Read<T> {
  return { data, ...deviceClaim(state, state === 'never' ? null : '2026-11-20T12:00:00Z') };
}

const noChecks = createFakeHealth([]);

interface ReplicaFrameProps {
  replica: FakeReplica;
  roles?: readonly string[];
  areRolesKnown?: boolean;
  /** Feature switches, `{feature}.disable`. */
  flags?: Readonly<Record<string, string>>;
  index?: IndexClient;
  /** The checks; none without it. */
  health?: HealthClient;
  topology?: TopologyClient;
  /** Hears what is offered to the dialog 'Link to Incident'. */
  attach?: AttachEvidence;
  children: ReactNode;
}

/** The providers a page stands in. */
export function ReplicaFrame({
  replica,
  roles = ['responder'],
  areRolesKnown = true,
  flags = {},
  index = noIndex,
  health = noChecks,
  topology = noComponents,
  attach = () => undefined,
  children,
}: ReplicaFrameProps): ReactElement {
  const access = makeAccess({ areRolesKnown, areFlagsSettled: true, isLastKnown: false, roles, flags });
  return (
    <SyncProvider client={replica.sync}>
      <ReadModelProvider model={replica.model}>
        <IndexProvider index={index}>
          <HealthProvider health={health}>
            <TopologyProvider value={topology}>
              <AccessValueProvider access={access}>
                <AttachEvidenceProvider attach={attach}>{children}</AttachEvidenceProvider>
              </AccessValueProvider>
            </TopologyProvider>
          </HealthProvider>
        </IndexProvider>
      </ReadModelProvider>
    </SyncProvider>
  );
}

export const NO_MARKS: Marks = { pending: false, failed: false, conflict: false, parked: false };
export const ADA: PersonRef = { id: 'p-ada', name: 'Ada Byron', avatar: null };
export const GRACE: PersonRef = { id: 'p-grace', name: 'Grace Hopper', avatar: null };

export function listRow(row: Partial<IncidentListRow> = {}): IncidentListRow {
  return {
    id: 'i-1',
    number: 'INC-1',
    title: 'Checkout is slow',
    severity: 'high',
    type: 'performance',
    status: 'open',
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T11:00:00Z',
    commander: null,
    responders: [],
    marks: NO_MARKS,
    ...row,
  };
}

export function incidentDetail(detail: Partial<IncidentDetail> = {}): IncidentDetail {
  return {
    ...listRow(),
    description: '',
    createdBy: ADA,
    communicator: null,
    acknowledged: null,
    resolved: null,
    closed: null,
    components: [],
    tree: [hypothesis()],
    ops: [],
    ...detail,
  };
}

export function foundIncident(detail: Partial<IncidentDetail> = {}): Read<IncidentLookup> {
  return read({ found: 'yes', incident: incidentDetail(detail) });
}

export function hypothesis(node: Partial<HypothesisNode> = {}): HypothesisNode {
  return {
    id: 'h-1',
    title: 'The database is full',
    status: 'possible',
    type: 'root',
    createdAt: '2026-11-20T10:05:00Z',
    author: ADA,
    comments: [],
    evidences: [],
    children: [],
    marks: NO_MARKS,
    ops: [],
    ...node,
  };
}

export function doneItem(item: Partial<DoneItem> = {}): DoneItem {
  return {
    id: 'e-1',
    hypothesisId: 'h-1',
    hypothesisTitle: 'The database is full',
    type: 'comment',
    description: 'Disk below 80 %',
    payload: {},
    subject: null,
    isPart: true,
    done: false,
    script: null,
    scriptResult: null,
    updatedAt: '2026-11-20T10:10:00Z',
    author: GRACE,
    marks: NO_MARKS,
    ops: [],
    ...item,
  };
}

export function historyLine(line: Partial<HistoryLine> = {}): HistoryLine {
  return {
    id: 'l-1',
    type: 'incident.created',
    createdAt: '2026-11-20T10:00:00Z',
    author: ADA,
    status: null,
    hypothesis: null,
    evidence: null,
    responder: null,
    comment: null,
    pending: null,
    ...line,
  };
}

export function comment(view: Partial<CommentView> = {}): CommentView {
  return {
    id: 'c-1',
    text: 'Looking at it',
    author: GRACE,
    isExternal: false,
    team: null,
    createdAt: '2026-11-20T10:10:00Z',
    marks: NO_MARKS,
    ops: [],
    ...view,
  };
}

export function evidence(view: Partial<EvidenceView> = {}): EvidenceView {
  return {
    id: 'e-1',
    type: 'check',
    description: '',
    createdAt: '2026-11-20T10:10:00Z',
    author: GRACE,
    definitionOfDone: false,
    done: false,
    payload: {},
    subject: null,
    refs: { checkId: null, configId: null, configChangeId: null, configAnalysisId: null, componentId: null },
    script: null,
    scriptResult: null,
    marks: NO_MARKS,
    ...view,
  };
}

export function op(view: Partial<OpView> = {}): OpView {
  return {
    id: 'op-1',
    state: 'queued',
    kind: 'update',
    tbl: 'hypotheses',
    rowId: 'h-1',
    patch: {},
    base: {},
    createdAt: Date.parse('2026-11-20T12:00:00Z'),
    attempts: 0,
    nextAt: null,
    lastError: null,
    conflict: null,
    screen: '/incidents/i-1',
    ...view,
  };
}
