import { useCallback, useState } from 'react';
import { healthHref, type HealthSearch } from './health-search.ts';
import { useSameSearch } from './queries.ts';

interface Pressed {
  readonly given: HealthSearch;
  readonly search: HealthSearch;
  /** What was pressed and does not stand in the address yet. */
  readonly awaited: readonly string[];
}

/** What was pressed is shown at once; the router takes its time to write it into the address, which then decides. */
export function usePressed(
  address: HealthSearch,
): readonly [HealthSearch, (next: HealthSearch) => void, isAhead: boolean] {
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
  // Pressed back to what the address says all the time: nothing will arrive.
  const isAhead = current.awaited.length > 0 && healthHref(current.search) !== healthHref(given);
  return [useSameSearch(current.search), press, isAhead];
}
