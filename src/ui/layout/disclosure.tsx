import { ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup';
import { Heading } from 'react-aria-components/Heading';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
import { PanelBoundary } from './error-boundary.tsx';
import { Icon } from '../marks/icon.tsx';

export interface DisclosureProps {
  /** Key inside an Accordion. */
  id?: string | undefined;
  title: ReactNode;
  /** Right of the title: a count, an age. */
  aside?: ReactNode;
  children: ReactNode;
  headingLevel?: 2 | 3 | 4 | 5;
  isExpanded?: boolean | undefined;
  defaultExpanded?: boolean | undefined;
  onExpandedChange?: ((isExpanded: boolean) => void) | undefined;
  className?: string | undefined;
}

/** A heading that shows and hides what stands under it. */
export function Disclosure(props: DisclosureProps): ReactElement {
  const {
    id,
    title,
    aside,
    children,
    headingLevel = 3,
    isExpanded,
    defaultExpanded,
    onExpandedChange,
    className,
  } = props;
  return (
    <AriaDisclosure
      {...defined({ id, isExpanded, defaultExpanded, onExpandedChange })}
      className={cx('group/disclosure min-w-0', className)}
    >
      <div className="flex items-center gap-2">
        <Heading className="min-w-0 flex-1" level={headingLevel}>
          <AriaButton
            className="flex h-9 w-full min-w-0 items-center gap-1.5 rounded-control text-start text-table font-medium text-fg data-hovered:text-fg pointer-coarse:h-11"
            slot="trigger"
          >
            <Icon
              className="text-muted transition-transform duration-(--motion-slow) group-data-expanded/disclosure:rotate-90"
              icon={ChevronRight}
              size={14}
            />
            <span className="truncate">{title}</span>
          </AriaButton>
        </Heading>
        {aside}
      </div>
      <DisclosurePanel className="min-w-0">
        <div className="pb-3">
          <PanelBoundary name={typeof title === 'string' ? title : 'This section'}>{children}</PanelBoundary>
        </div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}

export interface AccordionProps {
  /** Disclosures with an `id` each. */
  children: ReactNode;
  /** The open one; null for none. */
  openId: string | null;
  onOpenChange: (id: string | null) => void;
  className?: string | undefined;
}

/** Sections of which one is open. The caller keeps which, per device. */
export function Accordion({ children, openId, onOpenChange, className }: AccordionProps): ReactElement {
  return (
    <DisclosureGroup
      className={cx('flex flex-col divide-y divide-line', className)}
      expandedKeys={openId === null ? [] : [openId]}
      onExpandedChange={(keys) => {
        const [open] = keys;
        onOpenChange(open === undefined ? null : String(open));
      }}
    >
      {children}
    </DisclosureGroup>
  );
}
