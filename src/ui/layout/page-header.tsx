import type { ReactElement, ReactNode, Ref } from 'react';
import { cx } from '../class-names.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** The title is a sentence: it has the width of a small window for itself, and the actions stand under it. */
  isTitleLong?: boolean;
  /** In place of the heading that `title` makes: one that brings its own h1 and what belongs to its line. */
  heading?: ReactNode;
  /** A type icon or glyph before the title. */
  icon?: ReactNode;
  /** Id, state, severity, age, agent, tags: one quiet line under the title. */
  meta?: ReactNode;
  /** Above the title (breadcrumb, back link). */
  lead?: ReactNode;
  /** Right: the primary action last. */
  actions?: ReactNode;
  /** Filters or tabs that belong to the page, under the line of the title. */
  children?: ReactNode;
  /** The router moves focus here after navigation. */
  headingRef?: Ref<HTMLHeadingElement>;
  className?: string | undefined;
}

/** The one header of a page: name, state, age and actions in one eye movement. */
export function PageHeader(props: PageHeaderProps): ReactElement {
  const { title, isTitleLong, heading, icon, meta, lead, actions, children, headingRef, className } = props;
  return (
    <header className={cx('flex flex-col gap-3 px-page pt-5 pb-3', className)}>
      {lead}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div
          className={cx(
            'flex min-w-0 flex-1 basis-64 items-start gap-3',
            isTitleLong === true && 'max-[1100px]:basis-full',
          )}
        >
          {icon !== undefined && <span className="mt-1 shrink-0">{icon}</span>}
          <div className="min-w-0 flex-1">
            {heading ?? <PageHeading ref={headingRef}>{title}</PageHeading>}
            {meta !== undefined && (
              <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-table text-muted">
                {meta}
              </div>
            )}
          </div>
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </header>
  );
}

/** The heading of a page. */
export function PageHeading({
  children,
  ref,
}: {
  children: ReactNode;
  ref?: Ref<HTMLHeadingElement> | undefined;
}): ReactElement {
  return (
    <h1 className="min-w-0 text-title font-semibold tracking-tight wrap-any" ref={ref} tabIndex={-1}>
      {children}
    </h1>
  );
}
