import { ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../marks/icon.tsx';
import { TextLink } from '../text/text-link.tsx';

export interface Crumb {
  label: string;
  /** Absent on the current page. */
  href?: string | undefined;
}

/** The way from the area to this page. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }): ReactElement {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-table">
        {crumbs.map((crumb, index) => (
          <li
            // On the smallest screens the bar below leads to the areas; the name of the page has the room.
            className={cx(
              'flex min-w-0 items-center gap-1',
              crumb.href !== undefined && 'max-[700px]:hidden',
            )}
            key={`${index} ${crumb.label}`}
          >
            {index > 0 && <Icon className="text-muted max-[700px]:hidden" icon={ChevronRight} size={14} />}
            {crumb.href === undefined ? (
              <span aria-current="page" className="truncate text-fg">
                {crumb.label}
              </span>
            ) : (
              <TextLink
                className="truncate py-0.5 text-muted! pointer-coarse:min-w-11 pointer-coarse:py-3"
                href={crumb.href}
                tone="quiet"
              >
                {crumb.label}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
