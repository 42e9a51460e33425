import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '#src/ui/marks/icon.tsx';

export interface PageNoticeProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A whole page that only says something: an icon, the heading, a sentence, at most one action. */
export function PageNotice({ icon, title, children, action }: PageNoticeProps): ReactElement {
  return (
    <div className="flex flex-col items-center px-page pt-[16vh] pb-10 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-panel border border-line text-muted">
        <Icon icon={icon} size={18} />
      </span>
      <h1 className="text-section font-semibold" tabIndex={-1}>
        {title}
      </h1>
      <div className="mt-1 flex max-w-[52ch] flex-col gap-1 text-body text-muted">{children}</div>
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}
