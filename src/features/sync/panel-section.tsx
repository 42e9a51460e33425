import { useId, type ReactElement, type ReactNode } from 'react';
import { PanelBoundary } from '#src/ui/layout/error-boundary.tsx';

interface PanelSectionProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function PanelSection({ title, aside, children }: PanelSectionProps): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-control-small items-center justify-between gap-3">
        <h3 className="text-table font-semibold" id={id}>
          {title}
        </h3>
        {aside}
      </div>
      <PanelBoundary name={title}>{children}</PanelBoundary>
    </section>
  );
}
