import { useState } from 'react';

/** The same object as long as it says the same, whatever object it comes in. */
export function useSame<T>(given: T): T {
  const [held, setHeld] = useState({ value: given });
  const isSame = held.value === given || JSON.stringify(held.value) === JSON.stringify(given);
  if (!isSame) setHeld({ value: given });
  return isSame ? held.value : given;
}
