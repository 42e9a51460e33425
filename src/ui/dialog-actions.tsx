import type { ReactElement, ReactNode } from 'react';

/** The footer of a dialog whose buttons belong to one of several forms in it; the last thing in its body. */
export function DialogActions({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="sticky bottom-0 z-1 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 rounded-b-panel border-t border-line bg-overlay px-5 py-3">
      {children}
    </div>
  );
}
