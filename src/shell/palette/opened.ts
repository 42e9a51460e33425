import * as v from 'valibot';
import type { JsonRow } from '#sync/protocol/op.ts';
import { readStored, storageKeys, writeStored } from '#src/platform/device/storage-keys.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexRows } from '#src/platform/replica/use-index.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { maybeText } from '#src/views/row-text.ts';
import { iconOf, isSeen, KINDS, lackOf, thingAt, type Kind, type KindName } from './kinds.ts';
import type { Part } from './matching.ts';

const MOST = 8;

const thing = v.object({
  kind: v.picklist(['incident', 'component', 'config', 'check', 'playbook']),
  id: v.pipe(v.string(), v.uuid()),
});
/** Ids alone: a lock of the device does not reach the storage they are in. */
const schema = v.object({ by: v.string(), things: v.pipe(v.array(thing), v.maxLength(MOST)) });
type Opened = v.InferOutput<typeof schema>['things'];

/** Newest first; another person's are nobody's business. */
export function openedBy(userId: string): Opened {
  const { by, things } = readStored(storageKeys.opened, schema, { by: userId, things: [] });
  return by === userId ? things : [];
}

/** Notes that the thing of this address was opened, where it shows one. */
export function noteOpened(userId: string, address: string): void {
  const opened = thingAt(address);
  if (opened === null) return;
  const others = openedBy(userId).filter(({ kind, id }) => kind !== opened.kind || id !== opened.id);
  writeStored(storageKeys.opened, { by: userId, things: [opened, ...others].slice(0, MOST) });
}

const NONE: readonly string[] = [];

/** What was opened last, by the names it has now; what is not on this device any more is left out. */
export function useOpenedPart(userId: string): Part {
  const model = useReadModel();
  const access = useAccess();
  const things = openedBy(userId).filter(({ kind }) => isSeen(KINDS[kind], access));
  const configs = things.flatMap(({ kind, id }) => (kind === 'config' ? [id] : []));
  const items = useIndexRows('config_items', configs.length === 0 ? NONE : configs);
  const asked = things.filter(({ kind }) => kind !== 'config');
  const rows = useLive(
    () =>
      Promise.all(asked.map(async ({ kind, id }) => (await model.inspectRow(KINDS[kind].tbl, id)).visible)),
    [model, JSON.stringify(asked)],
  );
  const rowOf = (kind: KindName, id: string): JsonRow | null | undefined =>
    kind === 'config'
      ? items.value?.[configs.indexOf(id)]
      : rows.value?.[asked.findIndex((each) => each.kind === kind && each.id === id)];
  const failed = [rows, items].find(({ status }) => status === 'failed');
  return {
    id: 'opened',
    title: 'Opened last',
    mark: null,
    lack: failed === undefined ? undefined : lackOf('What was opened last', failed, undefined),
    entries: things.flatMap(({ kind: name, id }) => {
      const kind: Kind = KINDS[name];
      const row = rowOf(name, id);
      const label = maybeText(row, 'title') ?? maybeText(row, 'name');
      if (label === null) return [];
      const entry = { id: `opened ${name} ${id}`, label, description: maybeText(row, 'type') ?? undefined };
      return [{ ...entry, icon: iconOf(kind), href: kind.href(id) }];
    }),
  };
}
