import { useCallback, useMemo, useState } from 'react';
import { useDelayed } from '#src/ui/use-delayed.ts';
import { useLatest } from '#src/ui/use-latest.ts';
import { usePending } from '../use-pending.ts';
import type { Params, SearchOf, SearchSpec, ViewOf } from './search-spec.ts';

/** What a route gives a list. */
export interface AddressProps<S> {
  /** As the address has it. */
  search: S;
  /** Identifies the history entry, so that Back comes to the same row. */
  entryKey: string;
  /** `replace` for steps that Back should not stop at. Resolves when the address has it. */
  onChange: (search: S, options: { replace: boolean }) => Promise<void> | undefined;
}

/** The search of a list as it is shown, and the ways to another one; the functions stay the same for as long as the list is there. */
export interface ListAddress<P extends Params> {
  readonly spec: SearchSpec<P>;
  readonly search: SearchOf<P>;
  readonly view: ViewOf<P>;
  /** Under what the place in the list is remembered. */
  readonly entry: string;
  readonly change: (part: SearchOf<P>, options?: { replace: boolean }) => void;
  /** Shown at once; the address has it after a pause, in one step with what is typed on. */
  readonly type: (part: SearchOf<P>) => void;
  /** Writes what was typed now. */
  readonly commit: () => void;
}

const PUSH = { replace: false };
const REPLACE = { replace: true };

/** The address of a page. What is pressed or typed is shown before the address has it. */
export function useListAddress<P extends Params>(
  spec: SearchSpec<P>,
  { search: given, entryKey, onChange }: AddressProps<SearchOf<P>>,
): ListAddress<P> {
  const { search, isAhead, press, settle } = usePending(given, spec.href);
  const latestRef = useLatest({ search, given, onChange });
  const pressed = useCallback(
    (part: SearchOf<P>): SearchOf<P> => {
      const next = spec.apply(latestRef.current.search, part);
      // Two presses of one turn: the second is made upon the first.
      latestRef.current = { ...latestRef.current, search: next };
      press(next);
      return next;
    },
    [spec, press, latestRef],
  );
  const tell = useCallback(
    (next: SearchOf<P>, options: { replace: boolean }): void =>
      void latestRef.current.onChange(next, options)?.finally(() => settle(next)),
    [settle, latestRef],
  );
  const typed = useDelayed<SearchOf<P>>(spec.typingMs, (next) => {
    if (spec.href(next) === spec.href(latestRef.current.given)) settle(next);
    else tell(next, REPLACE);
  });
  const change = useCallback(
    (part: SearchOf<P>, options = PUSH): void => {
      // What was typed before goes along.
      typed.cancel();
      tell(pressed(part), options);
    },
    [typed, tell, pressed],
  );
  const type = useCallback((part: SearchOf<P>): void => typed.schedule(pressed(part)), [typed, pressed]);
  const view = useMemo(() => spec.view(search), [spec, search]);
  // What is not in the address yet has no entry to be remembered under.
  const entry = isAhead ? `${entryKey} ${spec.href(search)}` : entryKey;
  return useMemo(
    () => ({ spec, search, view, entry, change, type, commit: typed.flush }),
    [spec, search, view, entry, change, type, typed],
  );
}

/** The same for a list in a tab, a panel or a dialog, whose search is in no address. */
export function useListState<P extends Params>(
  spec: SearchSpec<P>,
  entryKey: string,
  start: SearchOf<P> = {},
): ListAddress<P> {
  const [search, setSearch] = useState(start);
  const onChange = useCallback((next: SearchOf<P>) => {
    setSearch(next);
    return undefined;
  }, []);
  return useListAddress(spec, { search, entryKey, onChange });
}
