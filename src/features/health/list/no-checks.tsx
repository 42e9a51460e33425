import { HeartPulse } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HealthAnswer } from '#sync/protocol/health.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { clearing, hasFilters, type HealthSearch } from '../health-search.ts';

interface NoChecksProps {
  answer: HealthAnswer;
  search: HealthSearch;
  onChange: (change: HealthSearch) => void;
}

/** The product's sentence is said only when the whole list is here. */
export function NoChecks({ answer, search, onChange }: NoChecksProps): ReactElement {
  const { passing, total } = answer.filtered;
  const isHiding = search.hidePassing === true && total > 0 && passing === total;
  const action = hasFilters(search) ? (
    <Button onPress={() => onChange(isHiding ? { hidePassing: undefined } : clearing(search))}>
      {isHiding ? `Show ${passing} passing` : 'Clear filters'}
    </Button>
  ) : undefined;
  if (answer.state !== 'complete') {
    return (
      <EmptyState action={action} icon={HeartPulse} title="None of the checks on this device match">
        Not everything is on this device yet, so there may be others on the server.
      </EmptyState>
    );
  }
  return (
    <EmptyState action={action} icon={HeartPulse} title="No data available">
      {isHiding
        ? 'Every check that matches passes.'
        : answer.all.total > 0
          ? 'No check matches the filters.'
          : undefined}
    </EmptyState>
  );
}
