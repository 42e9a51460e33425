import { toSyncError } from '#sync/errors.ts';
import type { EvidenceInput } from '#sync/protocol/command.ts';
import { bearsSecret } from '#sync/protocol/secrets/keys.ts';
import type { DocumentKind } from '#sync/protocol/documents/registry.ts';
import type { FetchedDocument } from '#sync/protocol/document.ts';
import type { FrozenRun, Snapshot } from '#sync/protocol/tables/evidence-payload.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { AttachSource } from '#src/platform/actions/attach-evidence.tsx';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import type { SyncClient } from '#src/platform/replica/worker-client.ts';
import { MAX_LINES } from '../evidence/config-lines.ts';
import { runsOf, runsQuery } from '../evidence/evidence-queries.ts';
import { maybeRow, maybeText } from '#src/views/row-text.ts';

/** Range a check in evidence opens with (spec, section 2). */
const CHECK_RANGE = '1h';
const CHECK_RANGE_MS = 3_600_000;
/** A longer body stays on the server: an evidence is pulled by everybody who sees the incident. */
const MAX_BODY_CHARS = 64 * 1024;

export interface FreezeTools {
  readonly model: Pick<ReadModel, 'checkFacts' | 'componentFacts'>;
  readonly index: Pick<IndexClient, 'query' | 'rows'>;
  readonly sync: Pick<SyncClient, 'fetchDocument' | 'watch' | 'unwatch'>;
  readonly nowMs: () => number;
}

/** An evidence without the words a person adds. */
export type Frozen = Omit<EvidenceInput, 'description'>;

/** Freezes things as evidence. What only the server has is fetched ahead and used when it has come in time. */
export interface Freezer {
  /** The person looks at it and may attach it. */
  readonly expect: (source: AttachSource) => void;
  /** From what is on this device now; waits for no network. */
  readonly freeze: (source: AttachSource) => Promise<Frozen>;
}

export function createFreezer(tools: FreezeTools): Freezer {
  const bodies = new Map<string, FetchedDocument>();
  const asked = new Set<string>();

  const fetchBody = (kind: DocumentKind, id: string): void => {
    const key = `${kind} ${id}`;
    if (asked.has(key)) return;
    asked.add(key);
    tools.sync.fetchDocument(kind, id).then((body) => bodies.set(key, body), tell);
  };

  /** Null while it has not come, and for one that bears a secret: what may not be stored is not copied either (D22). */
  const bodyOf = (kind: DocumentKind, id: string): JsonRow | null => {
    const found = bodies.get(`${kind} ${id}`);
    if (found?.claim.state !== 'complete' || !found.isKept) return null;
    return maybeRow({ body: found.body }, 'body');
  };

  const rowOf = async (tbl: PackedName, id: string | null): Promise<JsonRow | null> => {
    if (id === null) return null;
    return await known(async () => (await tools.index.rows(tbl, [id]))[0] ?? null);
  };

  return {
    expect(source) {
      if (source.kind === 'config_change') fetchBody('change', source.changeId);
      if (source.kind === 'config_analysis') fetchBody('analysis', source.analysisId);
      if (source.kind === 'check') {
        const from = new Date(tools.nowMs() - CHECK_RANGE_MS).toISOString();
        const scope = { table: 'checks', id: source.checkId, from } as const;
        // One look: the runs that come are followed for a while by themselves.
        tools.sync
          .watch(scope)
          .then(() => tools.sync.unwatch(scope))
          .catch(tell);
      }
    },
    async freeze(source) {
      const at = new Date(tools.nowMs()).toISOString();
      switch (source.kind) {
        case 'check':
          return { type: 'check', checkId: source.checkId, payload: await checkPayload(source, at, tools) };
        case 'config': {
          const row = await rowOf('config_items', source.configId);
          return { type: 'config', configId: source.configId, payload: configPayload(source, at, row) };
        }
        case 'log':
          return {
            type: 'log',
            ...(source.componentId === undefined ? {} : { componentId: source.componentId }),
            ...(source.configId === undefined ? {} : { configId: source.configId }),
            payload: {
              lines: source.lines.slice(0, MAX_LINES),
              ...(source.selected === undefined ? {} : { selected: source.selected }),
              snapshot: { at, name: source.name },
            },
          };
        case 'config_change': {
          const row = await rowOf('config_changes', source.changeId);
          const body = bodyOf('change', source.changeId);
          const config = await rowOf('config_items', configIdOf(source, row, body));
          return {
            type: 'config_change',
            configChangeId: source.changeId,
            ...configRef(source, row, body),
            payload: { snapshot: changeSnapshot(at, row, body, config) },
          };
        }
        case 'config_analysis': {
          const row = await rowOf('config_analysis', source.analysisId);
          const body = bodyOf('analysis', source.analysisId);
          const config = await rowOf('config_items', configIdOf(source, row, body));
          return {
            type: 'config_analysis',
            configAnalysisId: source.analysisId,
            ...configRef(source, row, body),
            payload: { snapshot: insightSnapshot(at, row, body, config) },
          };
        }
        case 'topology':
          return {
            type: 'topology',
            componentId: source.componentId,
            payload: { snapshot: await componentSnapshot(source, at, tools) },
          };
        case 'comment':
          return { type: 'comment' };
        case 'copy': {
          const { description: _description, ...evidence } = source.evidence;
          return evidence;
        }
      }
    },
  };
}

/** A part that cannot be read is left out of the snapshot, and the platform's error handler hears of it. */
async function known<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (thrown) {
    tell(thrown);
    return null;
  }
}

function tell(thrown: unknown): void {
  reportError(toSyncError(thrown));
}

type Of<K extends AttachSource['kind']> = Extract<AttachSource, { readonly kind: K }>;

async function checkPayload(source: Of<'check'>, at: string, tools: FreezeTools): Promise<JsonRow> {
  const facts = await known(async () => (await tools.model.checkFacts(source.checkId)).data);
  const runs = await known<readonly FrozenRun[]>(async () => {
    const { ids } = await tools.index.query('check_statuses', runsQuery(source.checkId));
    return ids.length === 0 ? [] : runsOf(await tools.index.rows('check_statuses', ids));
  });
  const snapshot: Snapshot = {
    at,
    name: facts?.name ?? source.name,
    ...texts({ type: facts?.type, status: facts?.status, severity: facts?.severity }),
    ...texts({ agent: facts?.agent, since: facts?.since }),
    ...(runs === null || runs.length === 0 ? {} : { runs: [...runs] }),
  };
  return { check_id: source.checkId, includeMessages: true, start: CHECK_RANGE, snapshot };
}

function configPayload(source: Of<'config'>, at: string, row: JsonRow | null): JsonRow {
  const isSecret = bearsSecret(source.configType, null);
  const lines = isSecret ? [] : source.lines.slice(0, MAX_LINES);
  const selected = source.selected.filter((line) => line < lines.length);
  return {
    lines,
    configName: source.name,
    configType: source.configType ?? '',
    selected_lines: Object.fromEntries(selected.map((line) => [String(line), lines[line] ?? ''])),
    snapshot: {
      at,
      name: source.name,
      ...texts({
        type: source.configType,
        status: maybeText(row, 'status'),
        health: maybeText(row, 'health'),
      }),
    },
  };
}

function changeSnapshot(
  at: string,
  row: JsonRow | null,
  body: JsonRow | null,
  config: JsonRow | null,
): Snapshot {
  const diff = maybeText(body, 'diff');
  const details = maybeRow(body, 'details');
  const isSmall = JSON.stringify(details ?? '').length <= MAX_BODY_CHARS;
  return {
    at,
    ...columnsOf(row ?? body, ['change_type', 'severity', 'summary', 'source', 'created_at', 'config_id']),
    ...texts({ config_name: configName(config, body) }),
    ...(diff !== null && diff.length <= MAX_BODY_CHARS ? { diff } : {}),
    ...(details !== null && isSmall ? { details } : {}),
  };
}

function insightSnapshot(
  at: string,
  row: JsonRow | null,
  body: JsonRow | null,
  config: JsonRow | null,
): Snapshot {
  const message = maybeText(body, 'message');
  return {
    at,
    ...columnsOf(row ?? body, ['analyzer', 'severity', 'status', 'summary', 'source', 'config_id']),
    ...texts({ type: maybeText(row ?? body, 'analysis_type'), config_name: configName(config, body) }),
    ...(message !== null && message.length <= MAX_BODY_CHARS ? { message } : {}),
  };
}

async function componentSnapshot(source: Of<'topology'>, at: string, tools: FreezeTools): Promise<Snapshot> {
  const facts = await known(async () => (await tools.model.componentFacts(source.componentId)).data);
  if (facts === null) return { at, name: source.name };
  const { name, type, status, health, reason, agent } = facts;
  return { at, name, ...texts({ type, status, health, reason, agent }) };
}

/** The catalog item a change or an insight belongs to, from whichever source knows it. */
function configIdOf(
  { configId }: { readonly configId: string | null },
  row: JsonRow | null,
  body: JsonRow | null,
): string | null {
  return configId ?? maybeText(row, 'config_id') ?? maybeText(body, 'config_id');
}

function configRef(
  source: { readonly configId: string | null },
  row: JsonRow | null,
  body: JsonRow | null,
): { readonly configId?: string } {
  const configId = configIdOf(source, row, body);
  return configId === null ? {} : { configId };
}

function configName(config: JsonRow | null, body: JsonRow | null): string | null {
  return maybeText(config, 'name') ?? maybeText(maybeRow(body, 'config'), 'name');
}

function columnsOf<const K extends keyof Snapshot>(
  row: JsonRow | null,
  columns: readonly K[],
): { readonly [P in K]?: string } {
  const pairs = columns.flatMap((column) => {
    const text = maybeText(row, column);
    return text === null ? [] : [[column, text] as const];
  });
  return Object.fromEntries(pairs) as { readonly [P in K]?: string }; // keys come from `columns`
}

/** Leaves out what is not known: a missing key says nothing, an empty one would say "none". */
function texts<T extends Readonly<Record<string, string | null | undefined>>>(
  values: T,
): { readonly [K in keyof T]?: string } {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(pairs) as { readonly [K in keyof T]?: string }; // null and undefined are gone
}
