import { useEffect, useState } from 'react';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { Read } from '#sync/read/types.ts';
import { beginLive, type Live } from './live.ts';
import { createStore, type Store, type WritableStore } from '../device/store.ts';

interface Begun<T> {
  readonly model: ReadModel;
  readonly question: string;
  readonly found: Store<Live<T>>;
}

/** Place of one read that a start may begin before what shows it is there. */
export type BegunRead<T> = WritableStore<Begun<T> | undefined>;

export function createBegunRead<T>(): BegunRead<T> {
  return createStore<Begun<T> | undefined>(undefined);
}

export const begunRoles = createBegunRead<Read<readonly string[]>>();
export const begunProperties = createBegunRead<Read<Readonly<Record<string, string>>>>();

/** `question` is what else the answer depends on. */
export function beginRead<T>(
  place: BegunRead<T>,
  model: ReadModel,
  question: string,
  reading: Promise<T>,
): void {
  place.set({ model, question, found: beginLive(reading) });
}

/** What was begun for this start, as `early` of a live read. Whoever comes later reads for itself. */
export function useBegunRead<T>(
  place: BegunRead<T>,
  model: ReadModel,
  question: string,
): Store<Live<T>> | undefined {
  const [taken] = useState(place.get);
  useEffect(() => place.set(undefined), [place]);
  return taken?.model === model && taken.question === question ? taken.found : undefined;
}
