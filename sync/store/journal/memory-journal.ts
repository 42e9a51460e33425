import type { Effect } from '../../protocol/effect.ts';
import type { Identity } from '../../protocol/identity.ts';
import type { Draft, Notice, Op } from '../../protocol/op.ts';
import type { Tally } from '../../core/pull/tally.ts';
import { isOpen } from '../../protocol/op.ts';
import type { JournalMeta, JournalStore, JournalWrite, OpScope } from '../../ports.ts';
import type { SetAside, SetAsideRef } from '../../protocol/set-aside.ts';
import { setAsideStores } from '../../protocol/set-aside.ts';
import { readEffect } from './effect-records.ts';
import { frozenCopy } from '../cache/frozen.ts';
import type { MemoryFault } from '../device/memory-faults.ts';
import { FaultQueue } from '../device/memory-faults.ts';
import type { OpFormat } from './op-format.ts';
import { presentFormat } from './op-format.ts';
import type { ReadOp } from './op-records.ts';
import { readPins } from '../documents/pin-records.ts';
import { audited, rebuiltMeta, talliedAfter } from './journal-meta.ts';
import type { OpReading } from './set-aside.ts';
import { isSetAside, keyTextOf, mayDrop } from './set-aside.ts';
import {
  bySeq,
  inScope,
  mayKeepDraft,
  purgeable,
  readDraft,
  readNotice,
  readOp,
  recordToPut,
} from './op-records.ts';

/** Journal in memory with the durability of the real one, plus handles for tests and the simulation. */
export interface MemoryJournal extends JournalStore {
  /** The next write (after letting `after` pass) suffers the fault. */
  failNext(fault: MemoryFault, after?: number): void;
  /** Power cut: strict durability keeps every write whose promise resolved, so only pending faults go away. */
  crash(): void;
  /** Puts a record of any shape, as an older, newer or broken version would have left it. */
  plant(key: string, raw: unknown): void;
  /** The same in a collection beside the operations. */
  plantIn(store: 'notices' | 'drafts' | 'effects' | 'pins', key: string, raw: unknown): void;
  /** Takes a record away, as a fault of the disk. */
  lose(key: string): void;
  /**
   * The disk has lost the last writes: up to so many, counters and all; effects stay, whose marker is all that keeps them
   * from a second request. Returns how many it was.
   */
  rollBack(writes: number): number;
  /** The record of the counters is damaged: they are built again from the operations. */
  damageMeta(): void;
  /** The record as it is stored. */
  raw(key: string): unknown;
}

/** One record with its reading; read once, because the simulation reads far more often than it writes. */
interface Entry {
  readonly raw: unknown;
  readonly read: ReadOp;
}

interface State {
  readonly ops: Map<string, Entry>;
  readonly notices: Map<string, unknown>;
  readonly drafts: Map<string, unknown>;
  readonly effects: Map<string, unknown>;
  readonly lastSeq: number;
  readonly epoch: number;
  readonly tally: Tally | undefined;
}

/** Writes a disk can lose at once. */
const MOST_EARLIER = 32;

/** A state that a write may change; only the collections it names are copied. */
function copyOf(state: State, changed: readonly ('ops' | 'notices' | 'drafts' | 'effects')[]): State {
  return {
    ...state,
    ops: changed.includes('ops') ? new Map(state.ops) : state.ops,
    notices: changed.includes('notices') ? new Map(state.notices) : state.notices,
    drafts: changed.includes('drafts') ? new Map(state.drafts) : state.drafts,
    effects: changed.includes('effects') ? new Map(state.effects) : state.effects,
  };
}

/** Effects that can be read, oldest first. */
function effectsOf(state: State): readonly Effect[] {
  return [...state.effects]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, raw]) => readEffect(raw) ?? [])
    .map((effect) => frozenCopy(effect));
}

/** Collections that may hold what cannot be read, as records under their keys. */
function recordsIn(
  state: State,
  pins: ReadonlyMap<string, unknown>,
): Record<SetAside['store'], [string, unknown][]> {
  return {
    ops: [...state.ops].map(([key, { raw }]) => [key, raw]),
    effects: [...state.effects],
    drafts: [...state.drafts],
    pins: [...pins],
  };
}

/** Like the database, whose records hold their keys: a planted one may be anything. */
function keyOf(store: SetAside['store'], key: string, record: unknown): string {
  return store === 'pins' ? keyTextOf(store, record) : JSON.stringify(key);
}

function setAsideIn(
  state: State,
  pins: ReadonlyMap<string, unknown>,
  reading: OpReading,
): readonly SetAside[] {
  const records = recordsIn(state, pins);
  return setAsideStores.flatMap((store) =>
    records[store]
      .filter(([, record]) => isSetAside(store, record, reading))
      .map(([key, record]) => ({ store, key: keyOf(store, key, record), record })),
  );
}

function dropIn(
  next: State,
  pins: Map<string, unknown>,
  refs: readonly SetAsideRef[],
  reading: OpReading,
): number {
  let dropped = 0;
  for (const { store, key: asked } of refs) {
    const map: Map<string, unknown> = store === 'pins' ? pins : next[store];
    for (const [key, record] of recordsIn(next, pins)[store]) {
      if (keyOf(store, key, record) !== asked || !mayDrop(store, record, reading)) continue;
      map.delete(key);
      dropped += 1;
    }
  }
  return dropped;
}

type EntryOf = (raw: unknown, key: string) => Entry;

function putOp(ops: Map<string, Entry>, op: Op, entryOf: EntryOf): void {
  const present = ops.get(op.id);
  const raw = recordToPut(op, present === undefined ? undefined : { raw: present.raw, ...present.read });
  if (raw !== undefined) ops.set(op.id, entryOf(raw, op.id));
}

function withDraft(state: State, draft: Draft): State {
  const next = copyOf(state, ['drafts']);
  next.drafts.set(draft.key, frozenCopy(draft));
  return next;
}

function keepDraft(
  state: State,
  draft: Draft,
  expectedFromOpId: string | null,
): { readonly next: State; readonly result: boolean } {
  const known = readDraft(state.drafts.get(draft.key), draft.key);
  if (!mayKeepDraft(known, expectedFromOpId)) return { next: state, result: false };
  if (draft.text !== '') return { next: withDraft(state, draft), result: true };
  const next = copyOf(state, ['drafts']);
  next.drafts.delete(draft.key);
  return { next, result: true };
}

interface Listed {
  readonly of: State['ops'];
  readonly all: readonly Op[];
  readonly open: readonly Op[];
}

/** What the collections hold, listed once per collection: a write makes new ones. */
function createLists(present: () => State) {
  let listed: Listed | null = null;
  let told: { readonly of: State['notices']; readonly all: readonly Notice[] } | null = null;
  return {
    list: (): Listed => {
      const { ops } = present();
      if (listed?.of === ops) return listed;
      const all = [...ops.values()].map((entry) => entry.read.op).sort(bySeq);
      listed = { of: ops, all, open: all.filter((op) => inScope(op, { open: true })) };
      return listed;
    },
    /** A record was put into the collection as it stands. */
    forget: (): void => {
      listed = null;
      told = null;
    },
    notices: (): readonly Notice[] => {
      const of = present().notices;
      if (told?.of !== of) told = { of, all: [...of].map(([key, raw]) => readNotice(raw, key)) };
      return told.all;
    },
    drafts: (): Draft[] =>
      [...present().drafts]
        .map(([key, raw]) => readDraft(raw, key))
        .filter((draft): draft is Draft => draft !== undefined),
  };
}

/** Pins and the mark of a held download. Nothing is sent or lost by them: they suffer no faults. */
function createPinShelf() {
  const pins = new Map<string, unknown>();
  let isHeld = false;
  const calls = {
    pins: async () => readPins([...pins.values()]),
    putPin: async (pin) => {
      pins.set(`${pin.kind} ${pin.id}`, pin);
    },
    deletePin: async (kind, id) => {
      pins.delete(`${kind} ${id}`);
    },
    isDownloadHeld: async () => isHeld,
    holdDownload: async (next) => {
      isHeld = next;
    },
  } satisfies Partial<JournalStore>;
  return { pins, calls };
}

/** The state after one write. */
function written<T>(
  state: State,
  write: JournalWrite<T>,
  entryOf: EntryOf,
): { readonly next: State; readonly result: T } {
  const next = copyOf(state, [
    ...(write.put === undefined && write.remove === undefined ? [] : ['ops' as const]),
    ...(write.notices === undefined && write.dropNotices === undefined ? [] : ['notices' as const]),
    ...(write.drafts === undefined ? [] : ['drafts' as const]),
  ]);
  for (const op of write.put ?? []) putOp(next.ops, op, entryOf);
  for (const id of write.remove ?? []) {
    if (next.ops.get(id)?.read.readable === true) next.ops.delete(id);
  }
  for (const notice of write.notices ?? []) next.notices.set(notice.id, frozenCopy(notice));
  for (const id of write.dropNotices ?? []) next.notices.delete(id);
  for (const draft of write.drafts ?? []) next.drafts.set(draft.key, frozenCopy(draft));
  const lastSeq = Math.max(next.lastSeq, write.lastSeq ?? 0, ...(write.put ?? []).map((op) => op.seq));
  const { put = [], remove = [] } = write;
  const tally = talliedAfter(state.tally, (id) => state.ops.get(id)?.read, { put, remove });
  return { next: { ...next, lastSeq, tally }, result: write.result };
}

interface Disk {
  readonly present: () => State;
  readonly become: (next: State) => void;
  /** States before the last writes. */
  readonly earlier: State[];
  readonly pins: Map<string, unknown>;
  readonly entryOf: EntryOf;
  readonly identity: Identity;
}

/** What a test, or the simulated disk, does to the records behind the journal's back. */
function diskFaults({
  present,
  become,
  earlier,
  pins,
  entryOf,
  identity,
}: Disk): Pick<MemoryJournal, 'plant' | 'plantIn' | 'lose' | 'rollBack' | 'damageMeta'> {
  return {
    plant: (key, raw) => {
      const next = copyOf(present(), ['ops']);
      next.ops.set(key, entryOf(raw, key));
      become(next);
    },
    plantIn: (store, key, raw) => {
      const next = copyOf(present(), ['notices', 'drafts', 'effects']);
      const map: Map<string, unknown> = store === 'pins' ? pins : next[store];
      map.set(key, frozenCopy(raw));
      become(next);
    },
    lose: (key) => {
      const next = copyOf(present(), ['ops']);
      next.ops.delete(key);
      become(next);
    },
    rollBack: (writes) => {
      const gone = Math.min(writes, earlier.length);
      let next = present();
      const { effects } = next;
      for (let count = 0; count < gone; count += 1) next = earlier.pop() ?? next;
      become({ ...next, effects });
      return gone;
    },
    damageMeta: () => {
      const ops = [...present().ops.values()].map(({ read }) => read.op);
      const { lastSeq, epoch } = rebuiltMeta(undefined, ops, identity);
      become({ ...present(), lastSeq, epoch, tally: undefined });
    },
  };
}

/** Journal in memory (D1). Everything a call does happens in one synchronous step, so calls never interleave. */
export function createMemoryJournal(identity: Identity, format: OpFormat = presentFormat): MemoryJournal {
  let state: State = {
    ops: new Map(),
    notices: new Map(),
    drafts: new Map(),
    effects: new Map(),
    lastSeq: 0,
    epoch: 0,
    tally: undefined,
  };
  const faults = new FaultQueue();
  const earlier: State[] = [];
  const shelf = createPinShelf();
  const { pins } = shelf;

  const entryOf: EntryOf = (raw, key) => {
    const kept = frozenCopy(raw);
    return { raw: kept, read: frozenCopy(readOp(kept, key, identity, format)) };
  };
  const meta = (): JournalMeta => ({ lastSeq: state.lastSeq, epoch: state.epoch, identity });
  const { list, notices, drafts, forget } = createLists(() => state);
  const select = (scope: OpScope): Op[] =>
    'open' in scope ? [...list().open] : list().all.filter((op) => inScope(op, scope));

  function commit<T>(change: () => { readonly next: State; readonly result: T }): T {
    const before = state;
    return faults.suffer(
      () => {
        const { next, result } = change();
        if (next !== state) earlier.push(state);
        if (earlier.length > MOST_EARLIER) earlier.shift();
        state = next;
        return result;
      },
      () => {
        state = before;
      },
    );
  }

  const apply = <T>(write: JournalWrite<T>): { readonly next: State; readonly result: T } =>
    written(state, write, entryOf);

  return {
    mutate: async (scope, decide) =>
      commit(() => {
        const withDrafts = 'open' in scope && scope.withDrafts === true;
        return apply(decide(select(scope), withDrafts ? { ...meta(), drafts: drafts() } : meta()));
      }),
    read: async (scope) => select(scope),
    meta: async () => meta(),
    claimEpoch: async () =>
      commit(() => ({ next: { ...state, epoch: state.epoch + 1 }, result: state.epoch + 1 })),
    notices: async () => [...notices()],
    drafts: async () => drafts(),
    putDraft: async (draft) => commit(() => ({ next: withDraft(state, draft), result: undefined })),
    keepDraft: async (draft, expectedFromOpId) => commit(() => keepDraft(state, draft, expectedFromOpId)),
    deleteDraft: async (key) =>
      commit(() => {
        const next = copyOf(state, ['drafts']);
        next.drafts.delete(key);
        return { next, result: undefined };
      }),
    audit: async (tell) =>
      commit(() => {
        const records = [...state.ops.values()].map(({ read }) => read);
        const { loss, meta: known } = audited({ ...meta(), tally: state.tally }, records);
        const next = copyOf(state, ['notices']);
        for (const notice of loss === null ? [] : tell(loss)) next.notices.set(notice.id, frozenCopy(notice));
        return { next: known === null ? next : { ...next, tally: known.tally }, result: loss };
      }),
    setAside: async () => setAsideIn(state, pins, { identity, format }),
    dropSetAside: async (refs) =>
      commit(() => {
        const next = copyOf(state, ['ops', 'drafts', 'effects']);
        return { next, result: dropIn(next, pins, refs, { identity, format }) };
      }),
    ...shelf.calls,
    effects: async () => effectsOf(state),
    mutateEffects: async (decide) =>
      commit(() => {
        const next = copyOf(state, ['effects', 'notices']);
        const write = decide(effectsOf(next));
        for (const effect of write.put ?? []) next.effects.set(effect.id, frozenCopy(effect));
        for (const id of write.remove ?? []) next.effects.delete(id);
        for (const notice of write.notices ?? []) next.notices.set(notice.id, frozenCopy(notice));
        for (const id of write.dropNotices ?? []) next.notices.delete(id);
        return { next, result: write.result };
      }),
    purge: async (nowMs) =>
      commit(() => {
        const next = copyOf(state, ['ops']);
        const readable = [...next.ops.values()].map((entry) => entry.read).filter((read) => read.readable);
        const gone = purgeable(
          readable.map((read) => read.op),
          [...next.notices].map(([key, raw]) => readNotice(raw, key)),
          nowMs,
          readable.map((read) => read.op).filter(isOpen),
        );
        for (const id of gone) next.ops.delete(id);
        return { next, result: gone.length };
      }),
    failNext: (fault, after = 0) => faults.add(fault, after),
    crash: () => faults.clear(),
    ...diskFaults({
      present: () => state,
      become: (next) => {
        state = next;
        forget();
      },
      earlier,
      pins,
      entryOf,
      identity,
    }),
    raw: (key) => state.ops.get(key)?.raw,
  };
}
