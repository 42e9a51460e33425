import { useCallback, useRef } from 'react';
import { afterPaint } from '#src/ui/after-paint.ts';
import { useIsThere } from '#src/ui/use-latest.ts';

/** The part of the router's history that is needed. */
interface Addresses {
  readonly location: { readonly href: string };
}

interface Step {
  readonly take: () => Promise<void>;
  readonly rest: () => void;
}

interface Held {
  /** Where the steps are made from. */
  readonly href: string;
  readonly steps: Step[];
}

/**
 * Takes steps of the address once what was pressed is on the screen: to write an address the browser styles the whole
 * page, and the answer to the press need not wait for that. Steps are dropped where somebody has left the address
 * meanwhile: the link they followed was drawn with the press in it. So are those of a page that is gone. Resolves when the step has come to rest, dropped or
 * taken.
 */
export function useLateSteps(history: Addresses): (take: () => Promise<void>) => Promise<void> {
  const held = useRef<Held>(undefined);
  const isHere = useIsThere();
  return useCallback(
    (take) =>
      new Promise<void>((rest) => {
        // What was typed last comes when the page is left too, and would lead back to it.
        if (!isHere.current) return rest();
        const { href } = history.location;
        if (held.current?.href === href) {
          held.current.steps.push({ take, rest });
          return;
        }
        const own: Held = { href, steps: [{ take, rest }] };
        held.current = own;
        const takeAll = (): void => {
          const isThere = isHere.current && held.current === own && history.location.href === href;
          if (held.current === own) held.current = undefined;
          for (const step of own.steps) {
            if (isThere) void step.take().finally(step.rest);
            else step.rest();
          }
        };
        // One task more: whatever else waited for that frame comes first.
        afterPaint(() => setTimeout(takeAll));
      }),
    [history, isHere],
  );
}
