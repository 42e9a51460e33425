import type { ReactElement, ReactNode } from 'react';
import type { Live } from '#src/platform/replica/live.ts';
import { ErrorPanel } from '#src/ui/layout/error-panel.tsx';

/** Nothing until it has been read (milliseconds); a failed read is said, never shown as "none". */
export function Loaded({
  live,
  children,
}: {
  live: Live<unknown>;
  children: ReactNode;
}): ReactElement | null {
  if (live.status === 'failed') return <ErrorPanel details={live.error.stack} message={live.error.message} />;
  return live.status === 'loading' ? null : <>{children}</>;
}
