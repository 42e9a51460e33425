import type { ReactElement } from 'react';

/** First in the tab order; moves focus past the sidebar to the element with `targetId` (give it tabIndex -1). */
export function SkipLink({
  targetId,
  children = 'Skip to content',
}: {
  targetId: string;
  children?: string;
}): ReactElement {
  return (
    <a
      className="fixed start-3 top-3 z-50 -translate-y-24 rounded-control bg-accent-solid px-3 py-2 pointer-coarse:py-3.5 text-table font-medium text-on-solid focus:translate-y-0"
      href={`#${targetId}`}
    >
      {children}
    </a>
  );
}
