import { useMemo } from 'react';
import type { SyncError } from '#sync/errors.ts';
import type { Completeness } from '#sync/protocol/claim.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import type { Problem } from '#src/views/list/row-source.ts';
import { maybeText } from '#src/views/row-text.ts';
import { typeListed } from '../config-type-param.ts';
import { itemsQuery, MAX_ITEMS, NO_ROWS, type Among } from './insight-query.ts';
import type { InsightView } from './insight-search.ts';

/** The items whose insights an address wants, as this device knows them. */
export interface ItemScope {
  /** Undefined while it is being read. */
  readonly among: Among | undefined;
  /** Of what it was made of. */
  readonly state: Completeness;
  readonly error: SyncError | undefined;
  readonly problems: readonly Problem[];
}

const NOBODY = Promise.resolve(null);
/** So many rows are asked for at once. */
const HALF = MAX_ITEMS / 2;

/** The component and the type of the items, which no insight has: joined here. */
export function useItemScope(view: InsightView): ItemScope {
  const { component } = view;
  const type = typeListed(view.configType);
  const model = useReadModel();
  const links = useLive(
    () => (component === undefined ? NOBODY : model.itemsOfComponent(component)),
    [model, component],
  );
  const linked: Among | undefined = component === undefined ? null : links.value?.data;
  const isTyped = type !== '' && linked !== undefined;
  const found = useIndexQuery('config_analysis', isTyped ? itemsQuery(view, linked) : NO_ROWS);
  const ids = useMemo(
    () => (isTyped ? (found.value?.groups ?? []).flatMap(({ values }) => values[0] ?? []) : []),
    [isTyped, found.value],
  );
  const first = useIndexRows('config_items', ids.slice(0, HALF));
  const second = useIndexRows('config_items', ids.slice(HALF));
  const items = useIndexQuery('config_items', NO_ROWS);
  const isTypeRead =
    found.value !== undefined &&
    !found.isBehind &&
    [first, second].every(isRead) &&
    items.value !== undefined;
  const ofType = useMemo(
    () =>
      [...(first.value ?? []), ...(second.value ?? [])].flatMap((row) =>
        maybeText(row, 'type') === type ? (maybeText(row, 'id') ?? []) : [],
      ),
    [first.value, second.value, type],
  );
  const typed = isTyped && isTypeRead ? ofType : undefined;
  const states = [
    component === undefined ? 'complete' : (links.value?.state ?? 'complete'),
    type === '' ? 'complete' : (items.value?.state ?? 'complete'),
  ] as const;
  const isCut = (linked?.length ?? 0) > MAX_ITEMS || (isTyped && (found.value?.groupTotal ?? 0) > MAX_ITEMS);
  return {
    among: type === '' ? linked : typed,
    state: states.find((state) => state !== 'complete') ?? 'complete',
    error:
      links.error ?? (type === '' ? undefined : (found.error ?? first.error ?? second.error ?? items.error)),
    problems: isCut ? [TOO_MANY] : [],
  };
}

function isRead({ value, isBehind }: ReturnType<typeof useIndexRows>): boolean {
  return value !== undefined && !isBehind;
}

const TOO_MANY: Problem = {
  text: 'Not every item was included',
  error: {
    message: `there are more than ${MAX_ITEMS.toLocaleString()} of them. Narrow the list by another filter.`,
  },
};
