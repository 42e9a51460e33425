import { useCallback, useState } from 'react';
import { healthHref, type HealthSearch } from './health-search.ts';
import { useSameSearch } from './queries.ts';

interface Pressed {
  readonly given: HealthSearch;
  readonly search: HealthSearch;
  /** What was pressed and does not stand in the address yet. */
  readonly awaited: readonly string[];
}

export interface PressedState {
  readonly search: HealthSearch;
  /** What is shown does not stand in the address yet. */
  readonly isAhead: boolean;
  readonly press: (next: HealthSearch) => void;
  /** The router has come to rest after that press, or after a later one. */
  readonly settle: (next: HealthSearch) => void;
}

/** What was pressed is shown at once; the router takes its time to write it into the address, which then decides. */
export function usePressed(address: HealthSearch): PressedState {
  const given = useSameSearch(address);
  const [held, setHeld] = useState<Pressed>({ given, search: given, awaited: [] });
  let current = held;
  if (held.given !== given) {
    const at = held.awaited.indexOf(healthHref(given));
    const awaited = at === -1 ? [] : held.awaited.slice(at + 1);
    // On the way through several presses the address is still behind the last of them.
    current = { given, awaited, search: awaited.length > 0 ? held.search : given };
    setHeld(current);
  }
  const press = useCallback(
    (next: HealthSearch) =>
      setHeld((before) => ({ ...before, search: next, awaited: [...before.awaited, healthHref(next)] })),
    [],
  );
  // The router leaves out what another press overtook: it will not arrive, and by Back it is no press.
  const settle = useCallback(
    (next: HealthSearch) =>
      setHeld((before) =>
        before.search === next ? { ...before, search: before.given, awaited: [] } : before,
      ),
    [],
  );
  // Pressed back to what the address says all the time: nothing will arrive.
  const isAhead = current.awaited.length > 0 && healthHref(current.search) !== healthHref(given);
  return { search: useSameSearch(current.search), isAhead, press, settle };
}
