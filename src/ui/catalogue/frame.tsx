import type { ReactElement, ReactNode } from 'react';

/** One primitive in all its states. */
export function Specimen({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h3 className="text-table font-medium text-muted">{title}</h3>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}

/** A group of specimens under one heading. */
export function Chapter({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="flex min-w-0 flex-col gap-6 border-t border-line pt-6">
      <h2 className="text-section font-semibold">{title}</h2>
      {children}
    </section>
  );
}
