import { useCallback, useEffect, useRef } from 'react';
import { afterPaint } from '#src/ui/after-paint.ts';

/** The part of the router's history that is needed. */
interface Addresses {
  readonly location: { readonly href: string };
}

interface Held {
  /** Where the steps are made from. */
  readonly href: string;
  readonly steps: (() => void)[];
}

/**
 * Takes steps of the address once what was pressed is on the screen: to write an address the browser styles the whole
 * page, and the answer to the press need not wait for that. Steps are dropped where somebody has left the address
 * meanwhile: the link they followed was drawn with the press in it.
 */
export function useLateSteps(history: Addresses): (step: () => void) => void {
  const held = useRef<Held>(undefined);
  useEffect(
    () => () => {
      held.current = undefined;
    },
    [],
  );
  return useCallback(
    (step) => {
      const { href } = history.location;
      if (held.current?.href === href) {
        held.current.steps.push(step);
        return;
      }
      const own: Held = { href, steps: [step] };
      held.current = own;
      const take = (): void => {
        if (held.current !== own) return;
        held.current = undefined;
        if (history.location.href !== href) return;
        for (const each of own.steps) each();
      };
      // One task more: whatever else waited for that frame comes first.
      afterPaint(() => setTimeout(take));
    },
    [history],
  );
}
