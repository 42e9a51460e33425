import { useState, useSyncExternalStore, type ReactElement } from 'react';
import { late } from '../late.tsx';
import { toastCount } from './toast-queue.ts';

/** Not in the first bundle: most visits begin without a message. */
const ToastLandmark = late(async () => (await import('./toast-stack.tsx')).ToastLandmark, 'spared');

/** Once per page. Top right, newest first, at most three; F6 reaches it; hover, focus and a hidden tab stop the clock. */
export function ToastRegion(): ReactElement | null {
  const count = useSyncExternalStore(toastCount.subscribe, toastCount.getSnapshot);
  const [wasUsed, setWasUsed] = useState(count > 0);
  if (count > 0 && !wasUsed) setWasUsed(true);
  return wasUsed ? <ToastLandmark /> : null;
}
