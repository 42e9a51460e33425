import { useEffect, useMemo, useState } from 'react';
import type { HealthAnswer, HealthQuery } from '#sync/protocol/health.ts';
import { keptAnswer, keptQuestion, readKept, type KeptHealth } from '#sync/protocol/health-kept.ts';
import { forgetKeptAhead, keptAheadOf } from '#src/platform/replica/kept-ahead.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useStartIsShown } from '#src/platform/shell/start-painted.ts';
import type { HealthLive } from '#src/platform/replica/use-health.ts';

/**
 * The list as it was kept on this device, for as long as the worker has not answered: a start shows it at once. Its
 * states are aged by the clock, so what was green then is not green now.
 */
export function useKeptUntil(live: HealthLive<HealthAnswer>, query: HealthQuery): HealthLive<HealthAnswer> {
  const isNeeded = live.value === undefined;
  const kept = useKept(query, isNeeded);
  const answer = useMemo(() => kept && keptAnswer(kept, query.nowMs), [kept, query.nowMs]);
  if (!isNeeded || kept === null || answer === null) return live;
  const isBehind = kept.question !== keptQuestion(query);
  return live.status === 'failed'
    ? { ...live, value: answer, isBehind }
    : { status: 'ready', value: answer, error: undefined, isBehind };
}

/** Read once, for the first question of a page. */
function useKept(query: HealthQuery, isNeeded: boolean): KeptHealth | null {
  const model = useReadModel();
  const [first] = useState(query);
  const { keepAs } = first;
  const ahead = keepAs && keptAheadOf(model, keepAs);
  const [kept, setKept] = useState(() => parsed(ahead?.text(), first));
  useEffect(() => {
    if (!isNeeded) forgetKeptAhead();
    if (!isNeeded || keepAs === undefined || kept !== null) return undefined;
    let isOver = false;
    (ahead?.reading ?? model.keptHealth(keepAs))
      .then((text) => {
        if (!isOver) setKept(parsed(text, first));
      })
      // What cannot be read is not there: the worker reads the same storage, and says what is wrong with it.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [model, ahead, keepAs, first, isNeeded, kept]);
  useStartIsShown(kept !== null);
  return kept;
}

function parsed(text: string | null | undefined, query: HealthQuery): KeptHealth | null {
  return text === null || text === undefined ? null : readKept(text, keptQuestion(query));
}
