import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from 'react';
// How React Aria's own links find their way, without what else they do.
import { handleLinkClick, useRouter } from 'react-aria/private/utils/openLink';
import { Link } from 'react-aria-components/Link';
import { cx } from '../class-names.ts';

export interface TextLinkProps {
  href: string;
  children: ReactNode;
  /** `accent` inside prose, `quiet` where the place says that it is a link (name columns, breadcrumbs). */
  tone?: 'accent' | 'quiet';
  isExternal?: boolean;
  /** The link of a table row: reached through the row, so it is no tab stop of its own. */
  isRowLink?: boolean;
  /** It leads to the page that is shown. */
  isCurrent?: boolean;
  className?: string | undefined;
}

/** A link in text. Client-side when React Aria's RouterProvider is above it. */
export function TextLink(props: TextLinkProps): ReactElement {
  const { href, children, tone = 'accent', isExternal = false, isRowLink = false, className } = props;
  const { isCurrent = false } = props;
  if (isRowLink) return <RowLink {...props} />;
  return (
    <Link
      className={cx(
        'rounded-[3px] underline-offset-2',
        tone === 'accent'
          ? 'text-accent underline decoration-1'
          : 'text-fg no-underline data-hovered:underline',
        className,
      )}
      href={href}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      {...(isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </Link>
  );
}

/** A link without states of its own for hover, press and focus: cards draw a hundred of them at once. */
export function PlainLink({
  href,
  children,
  className,
  ...rest
}: ComponentPropsWithoutRef<'a'> & { href: string }): ReactElement {
  const router = useRouter();
  return (
    <a
      {...rest}
      className={cx('rounded-[3px] text-fg no-underline underline-offset-2 hover:underline', className)}
      href={href}
      onClick={(event) => handleLinkClick(event, router, href, undefined)}
    >
      {children}
    </a>
  );
}

/** A list draws forty of them at once: no state for hover, press and focus, which the row has. */
function RowLink({ href, children, tone = 'accent', className }: TextLinkProps): ReactElement {
  const router = useRouter();
  return (
    <a
      data-row-link
      className={cx(
        'rounded-[3px] underline-offset-2',
        tone === 'accent' ? 'text-accent underline decoration-1' : 'text-fg no-underline hover:underline',
        className,
      )}
      href={href}
      tabIndex={-1}
      onClick={(event) => handleLinkClick(event, router, href, undefined)}
    >
      {children}
    </a>
  );
}
