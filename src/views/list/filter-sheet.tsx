import type { ReactElement, ReactNode } from 'react';
import { Dialog } from '#src/ui/overlays/dialog.tsx';

interface FilterSheetProps {
  children: ReactNode;
  onOpenChange: (isOpen: boolean) => void;
}

/** The filters under each other, each over the whole width. */
export function FilterSheet({ children, onOpenChange }: FilterSheetProps): ReactElement {
  return (
    <Dialog isDismissable isOpen size="side" title="Filters" onOpenChange={onOpenChange}>
      <div className="flex flex-col gap-2 [&_button]:w-full [&_button]:justify-between">{children}</div>
    </Dialog>
  );
}
