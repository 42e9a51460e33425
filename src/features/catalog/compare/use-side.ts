import { useCallback, useMemo } from 'react';
import type { Part } from '#sync/protocol/claim.ts';
import { useIndexClient } from '#src/platform/replica/index-context.tsx';
import { useSync } from '#src/platform/replica/sync-context.tsx';
import { useAnswer, type Answer } from '#src/platform/replica/use-answer.ts';
import type { DocumentRead } from '#src/platform/replica/use-document.ts';
import { bodyPart } from '#src/views/body-part.ts';
import { isRow } from '#src/views/row-text.ts';
import { itemName, type Item } from '../item/item-row.ts';
import { useItem, type ItemRead } from '../item/use-item.ts';
import { loadVersions, type Versions } from './load-versions.ts';

/** The content of one side, or why there is none to compare. */
export type SideContent =
  | { readonly is: 'loading' }
  | { readonly is: 'absent'; readonly text: string }
  | { readonly is: 'found'; readonly config: unknown };

/** One of the two that are compared. */
export interface CompareSide {
  readonly part: Part<ItemRead>;
  readonly item: Item | undefined;
  /** As it is now. */
  readonly now: SideContent;
  /** As it is wanted: now, or before a change. */
  readonly content: SideContent;
  /** Earlier contents; null while nobody wants them. */
  readonly versions: Answer<Versions | null> | null;
}

/** One item as it is now, or as it was before one of its changes. */
export function useSide(id: string, before: string | undefined, isEarlierWanted: boolean): CompareSide {
  const part = useItem(id);
  const value = part.is === 'found' ? part.value : undefined;
  const item = value?.item;
  const now = useMemo(() => nowOf(part), [part]);
  const isWanted = isEarlierWanted || before !== undefined;
  const asOf = value?.content.value?.claim.asOf ?? null;
  const config = now.is === 'found' ? now.config : undefined;
  const isKnown = isWanted && now.is === 'found';
  const { updated_at: updatedAt = null, created_at: createdAt = null } = item ?? {};
  const sync = useSync();
  const index = useIndexClient();
  const ask = useCallback(
    (): Promise<Versions | null> =>
      isKnown
        ? loadVersions(sync, index, { itemId: id, config, asOf, updatedAt, createdAt }, Date.now())
        : NOT_WANTED,
    [sync, index, id, isKnown, config, asOf, updatedAt, createdAt],
  );
  const answer = useAnswer(ask);
  const versions = isKnown ? (answer.state === 'known' && answer.value === null ? ASKING : answer) : null;
  return { part, item, now, content: contentOf(now, before, versions), versions };
}

const NOT_WANTED = Promise.resolve(null);
const ASKING = { state: 'asking' } as const;

function nowOf(part: Part<ItemRead>): SideContent {
  switch (part.is) {
    case 'loading':
      return { is: 'loading' };
    case 'found':
      return readOf(part.value.content, itemName(part.value.item));
    case 'missing':
      return { is: 'absent', text: 'Details not found' };
    case 'forbidden':
      return { is: 'absent', text: 'Your role may not read this item.' };
    case 'not-here':
      return { is: 'absent', text: `This item is not on this device. ${part.reason ?? ''}` };
    case 'failed':
      return { is: 'absent', text: `This item could not be read: ${part.error.message}` };
  }
}

function readOf(read: DocumentRead, name: string): SideContent {
  const part = bodyPart(read);
  switch (part.is) {
    case 'failed':
      return { is: 'absent', text: `The content of ${name} could not be read: ${part.error.message}` };
    case 'loading':
      return { is: 'loading' };
    case 'forbidden':
      return { is: 'absent', text: `Your role may not read the content of ${name}.` };
    case 'not-here':
      return { is: 'absent', text: `The content of ${name} is not on this device. ${part.reason ?? ''}` };
    case 'missing':
      return { is: 'absent', text: `The server has no content of ${name}.` };
    case 'found': {
      const config: unknown = isRow(part.value) ? part.value['config'] : undefined;
      return config === undefined || config === null || config === ''
        ? { is: 'absent', text: `${name} has no content.` }
        : { is: 'found', config };
    }
  }
}

function contentOf(
  now: SideContent,
  before: string | undefined,
  versions: CompareSide['versions'],
): SideContent {
  if (before === undefined || now.is !== 'found') return now;
  if (versions === null || versions.state === 'asking') return { is: 'loading' };
  if (versions.state === 'failed')
    return { is: 'absent', text: `Its changes could not be read: ${versions.error.message}` };
  const found = versions.value?.versions.find(({ changeId }) => changeId === before);
  if (found !== undefined) return { is: 'found', config: found.config };
  return {
    is: 'absent',
    text: `The content before this change cannot be reconstructed. ${versions.value?.end ?? ''}`,
  };
}
