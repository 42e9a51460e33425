import type { ReactElement, ReactNode } from 'react';
import { cx } from '#src/ui/class-names.ts';

interface TabFrameProps {
  /** `both`: a list with something over it has more, and the page is scrolled instead. */
  room?: 'list' | 'both';
  children: ReactNode;
}

/** A list in a tab: as high as the window leaves room for, so that it scrolls and the page does not. */
export function TabFrame({ room = 'list', children }: TabFrameProps): ReactElement {
  return (
    <div
      className={cx(
        '-mx-page flex min-h-0 flex-col',
        room === 'list' ? 'h-[max(26rem,calc(100dvh-14rem))]' : 'h-[max(40rem,calc(100dvh-14rem))]',
      )}
    >
      {children}
    </div>
  );
}
