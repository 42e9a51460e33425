import { useState } from 'react';
import { useTimer } from '../use-timer.ts';

/** A value once it has not changed for a while. */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useTimer(value, delayMs, setSettled);
  return settled;
}
