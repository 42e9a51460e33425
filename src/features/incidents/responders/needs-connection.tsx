import type { ReactElement, ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { InlineBar } from '#src/ui/marks/inline-bar.tsx';

/** What is not kept on this device and has to be asked for (D22), with the way to ask again. */
export function NeedsConnection({
  children,
  onRetry,
}: {
  children: ReactNode;
  onRetry: () => void;
}): ReactElement {
  return (
    <InlineBar
      action={
        <Button size="small" onPress={onRetry}>
          Try again
        </Button>
      }
      tone="offline"
    >
      Needs connection: {children}
    </InlineBar>
  );
}
