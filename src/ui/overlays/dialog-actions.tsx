import type { ReactElement, ReactNode } from 'react';

/** The footer of a dialog whose buttons belong to one of several forms in it; the last thing in its body. */
export function DialogActions({ children }: { children: ReactNode }): ReactElement {
  return (
    // Chromium measures from inside the padding of the body.
    <div className="sticky -bottom-5 z-1 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 rounded-b-panel border-t border-line bg-overlay px-5 py-3">
      {children}
    </div>
  );
}
