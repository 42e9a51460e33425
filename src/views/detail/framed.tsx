import type { ReactElement, ReactNode } from 'react';
import type { DetailPartProps, DetailSpec } from './detail-spec.ts';

interface FramedProps<T> extends DetailPartProps<T> {
  Frame: DetailSpec<T>['Frame'];
  children: ReactNode;
}

/** What the parts of one record share, around them. */
export function Framed<T>({ Frame, id, value, claim, children }: FramedProps<T>): ReactElement {
  return Frame === undefined ? (
    <>{children}</>
  ) : (
    <Frame claim={claim} id={id} value={value}>
      {children}
    </Frame>
  );
}
