import { useState } from 'react';

/**
 * How to close what is open over a list: the step back where it was opened from the list, so that Forward and Back lead
 * on as they did, else `close`. `id` is what is open.
 */
export function usePlace(id: string | undefined, onBack: () => void, close: () => void): () => void {
  // Whether the list was there with nothing over it before: then the step back leads to it.
  const [wasClosed, setWasClosed] = useState(id === undefined);
  if (!wasClosed && id === undefined) setWasClosed(true);
  return wasClosed ? onBack : close;
}
