import type { ReactElement, ReactNode } from 'react';
import { BodyView, type BodyViewProps } from '#src/views/body-view.tsx';

interface FetchedContentProps<T> extends Pick<BodyViewProps, 'read' | 'what'> {
  readBody: (body: unknown) => { readonly content: T } | undefined;
  children: (content: T) => ReactNode;
}

/** What of a record is fetched when it is opened, once it has been read. */
export function FetchedContent<T>(props: FetchedContentProps<T>): ReactElement {
  const { read, what, readBody, children } = props;
  return (
    <BodyView read={read} what={what}>
      {(body) => {
        const known = readBody(body);
        return known === undefined ? <NoContent>No details found</NoContent> : children(known.content);
      }}
    </BodyView>
  );
}

export function NoContent({ children }: { children: ReactNode }): ReactElement {
  return <p className="text-table text-muted">{children}</p>;
}
