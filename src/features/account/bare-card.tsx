import type { ReactElement, ReactNode } from 'react';
import { Mark } from '#src/ui/marks/mark.tsx';

export interface BareCardProps {
  title: string;
  children: ReactNode;
  /** Under the card: where to go instead. */
  footer?: ReactNode;
}

/** Frame of the pages without a sidebar: sign-in, session and flow errors. */
export function BareCard({ title, children, footer }: BareCardProps): ReactElement {
  return (
    <main
      className="flex min-h-dvh flex-col items-center bg-panel px-4 pt-[14vh] pb-10 [@media(max-height:40rem)]:pt-8"
      data-region="Content"
      id="content"
      tabIndex={-1}
    >
      <div className="mb-6 flex items-center gap-2.5">
        <Mark size={28} />
        <span className="text-section font-semibold tracking-tight">Holdfast</span>
      </div>
      <div className="w-full max-w-[23rem] rounded-panel border border-line bg-page p-6">
        <h1 className="mb-5 text-title font-semibold tracking-tight wrap-any" tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      {footer !== undefined && (
        <div className="mt-5 max-w-[23rem] text-center text-table text-muted">{footer}</div>
      )}
    </main>
  );
}
