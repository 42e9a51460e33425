import { useEffect, useEffectEvent } from 'react';

/** Runs `run` with `of` once it has been the same for so long; undefined runs nothing. */
export function useTimer<T>(of: T, waitMs: number | undefined, run: (of: T) => void): void {
  const end = useEffectEvent(run);
  useEffect(() => {
    if (waitMs === undefined) return undefined;
    const timer = setTimeout(() => end(of), waitMs);
    return () => clearTimeout(timer);
  }, [of, waitMs]);
}

/** Runs `run` again and again; undefined runs nothing. */
export function useInterval(everyMs: number | undefined, run: () => void): void {
  const turn = useEffectEvent(run);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => turn(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
