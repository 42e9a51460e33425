import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useHistoryEntry } from '#src/platform/device/history-entry.ts';
import { useLateSteps } from '../late-steps.ts';
import type { AddressProps } from './use-list-address.ts';

/** What any screen may have open beside it; a list leaves it alone. */
interface Beside {
  readonly panel?: unknown;
}

/** The part of a route that is needed. */
interface ListRoute<S> {
  readonly to: string;
  useSearch(): S & Beside;
  useNavigate(): (step: { search: (before: Beside) => never; replace: boolean }) => Promise<void>;
}

/** What the route of a list gives it: its search, the way to another one and the way back. */
export function useListRoute<S extends object>(
  route: ListRoute<S>,
): AddressProps<Omit<S, 'panel'>> & { onBack: () => void } {
  // oxlint-disable react/hooks -- a page keeps its route while it is mounted
  const { panel: _panel, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  // oxlint-enable react/hooks
  const { key: entryKey } = useHistoryEntry(route.to);
  const { history } = useRouter();
  const stepLate = useLateSteps(history);
  const onBack = useCallback(() => history.back(), [history]);
  // What is pressed is shown already.
  const onChange = useCallback(
    (next: Omit<S, 'panel'>, { replace }: { replace: boolean }): Promise<void> =>
      // as: the search of this route
      stepLate(() => navigate({ search: ({ panel }) => ({ panel, ...next }) as never, replace })),
    [navigate, stepLate],
  );
  return { search, entryKey, onBack, onChange };
}
