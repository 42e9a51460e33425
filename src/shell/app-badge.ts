import { useEffect } from 'react';
import { buildConfig } from '#src/platform/config.ts';

interface BadgeNavigator {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** Puts the number of things that need a person on the app's icon. Browsers without badges get it in the title. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    const badges: BadgeNavigator = navigator;
    const shown = count > 0 ? badges.setAppBadge?.(count) : badges.clearAppBadge?.();
    shown?.catch((thrown: unknown) => {
      // Refused without permission is an answer: the chip and the title say the same. Anything else is a fault.
      if (!isRefusal(thrown)) reportError(thrown);
    });
  }, [count]);
}

/** The title of the browser tab; null leaves it to somebody else. */
export function useDocumentTitle(prefix: string | null, needsAttention: number): void {
  useEffect(() => {
    if (prefix !== null) document.title = documentTitle(prefix, buildConfig.productName, needsAttention);
  }, [prefix, needsAttention]);
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'NotAllowedError';
}

/** `(2) Incidents | Holdfast`; no number when nothing needs attention. */
export function documentTitle(prefix: string, productName: string, needsAttention: number): string {
  const name = prefix === '' ? productName : `${prefix} | ${productName}`;
  return needsAttention > 0 ? `(${needsAttention}) ${name}` : name;
}
