import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../marks/icon.tsx';

export interface EmptyStateProps {
  icon: LucideIcon;
  /** One sentence, the product's text where it has one. */
  title: string;
  /** What it means or what is hidden. */
  children?: ReactNode;
  /** One Button or LinkButton. */
  action?: ReactNode;
  /** It is all the page has to say, so its sentence is the page's heading. */
  isPageHeading?: boolean;
}

/** Stands where the data would be: an icon, a sentence, an action. */
export function EmptyState(props: EmptyStateProps): ReactElement {
  const { icon, title, children, action, isPageHeading = false } = props;
  return (
    <div className="flex flex-col items-center justify-center px-6 py-14 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-panel border border-line text-muted">
        <Icon icon={icon} size={18} />
      </span>
      {isPageHeading ? (
        <h1 className="text-section font-semibold text-fg" tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <p className="text-body font-medium text-fg">{title}</p>
      )}
      {children !== undefined && <div className="mt-1 max-w-[52ch] text-table text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
