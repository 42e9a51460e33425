import type { ReactElement, ReactNode } from 'react';

/** Text for assistive technology only. */
export function VisuallyHidden({
  children,
  id,
}: {
  children: ReactNode;
  id?: string | undefined;
}): ReactElement {
  return (
    <span className="sr-only" id={id}>
      {children}
    </span>
  );
}
