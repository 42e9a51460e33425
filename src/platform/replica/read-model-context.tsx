import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import type { ReadModel } from '#sync/read/read-model.ts';

const ReadModelContext = createContext<ReadModel | null>(null);

export function ReadModelProvider({
  model,
  children,
}: {
  model: ReadModel;
  children: ReactNode;
}): ReactElement {
  return <ReadModelContext value={model}>{children}</ReadModelContext>;
}

/** Reads of the signed-in person's replica; use them inside `useLive`. */
export function useReadModel(): ReadModel {
  const model = useContext(ReadModelContext);
  if (model === null) throw new Error('useReadModel is used outside ReadModelProvider');
  return model;
}
