import { useCallback, useState } from 'react';
import { useSame } from './use-same.ts';

interface Pressed<Search> {
  readonly given: Search;
  readonly search: Search;
  /** What was pressed and does not stand in the address yet. */
  readonly awaited: readonly string[];
}

export interface PressedState<Search> {
  readonly search: Search;
  /** What is shown does not stand in the address yet. */
  readonly isAhead: boolean;
  readonly press: (next: Search) => void;
  /** The router has come to rest after that press, or after a later one. */
  readonly settle: (next: Search) => void;
}

/** What was pressed is shown at once; the router takes its time to write it into the address, which then decides. */
export function usePending<Search>(
  address: Search,
  /** The same for searches that ask for the same. */
  hrefOf: (search: Search) => string,
): PressedState<Search> {
  const given = useSame(address);
  const [held, setHeld] = useState<Pressed<Search>>({ given, search: given, awaited: [] });
  let current = held;
  if (held.given !== given) {
    const at = held.awaited.indexOf(hrefOf(given));
    const awaited = at === -1 ? [] : held.awaited.slice(at + 1);
    // On the way through several presses the address is still behind the last of them.
    current = { given, awaited, search: awaited.length > 0 ? held.search : given };
    setHeld(current);
  }
  const press = useCallback(
    (next: Search) =>
      setHeld((before) => ({ ...before, search: next, awaited: [...before.awaited, hrefOf(next)] })),
    [hrefOf],
  );
  // The router leaves out what another press overtook: it will not arrive, and by Back it is no press.
  const settle = useCallback(
    (next: Search) =>
      setHeld((before) =>
        before.search === next ? { ...before, search: before.given, awaited: [] } : before,
      ),
    [],
  );
  // Pressed back to what the address says all the time: nothing will arrive.
  const isAhead = current.awaited.length > 0 && hrefOf(current.search) !== hrefOf(given);
  return { search: useSame(current.search), isAhead, press, settle };
}
