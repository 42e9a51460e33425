import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { useIsNarrow } from './narrow.ts';

const FilterSheet = lazy(async () => {
  const { FilterSheet: component } = await import('./filter-sheet.tsx');
  return { default: component };
});

/** Where the filters stand: beside the search, or on the smallest screens in a sheet (ux 4.3). `f` leads there. */
export function FilterPlace({ children }: { children: ReactNode }): ReactElement {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useShortcut({
    id: 'page-filters',
    keys: ['f'],
    shown: ['f'],
    label: 'Filters',
    group: 'This page',
    run: () => {
      if (isNarrow) setOpen(true);
      else ref.current?.querySelector('button')?.focus();
    },
  });
  if (!isNarrow) {
    return (
      <div className="contents" ref={ref}>
        {children}
      </div>
    );
  }
  return (
    <>
      <Button icon={SlidersHorizontal} onPress={() => setOpen(true)}>
        Filters
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterSheet onOpenChange={setOpen}>{children}</FilterSheet>
        </Suspense>
      )}
    </>
  );
}
