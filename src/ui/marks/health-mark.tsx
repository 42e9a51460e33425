import type { ReactElement } from 'react';
import { healthStateOf } from '../../lib/health.ts';
import { StatusMark, type StatusMarkProps } from './status-mark.tsx';

export interface HealthMarkProps extends Omit<StatusMarkProps, 'status' | 'word'> {
  /** As the server spells it; null and undefined are unknown. */
  health: string | null | undefined;
}

/** A state of health as the server says it. A word the product does not know keeps its own text and is green only while it is fresh. */
export function HealthMark({ health, isStale = false, ...rest }: HealthMarkProps): ReactElement {
  const status = healthStateOf(health, isStale);
  const text = (health ?? '').trim();
  const isOwnWord = text !== '' && text.toLowerCase() !== status;
  return <StatusMark {...rest} isStale={isStale} status={status} word={isOwnWord ? text : undefined} />;
}
