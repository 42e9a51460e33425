import { memo, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { CountBadge } from '../marks/badge.tsx';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
import { PanelBoundary } from './error-boundary.tsx';

const TAB_STYLE =
  'relative flex h-9 items-center gap-1.5 px-0.5 text-table font-medium whitespace-nowrap outline-offset-[-2px] rounded-[4px] cursor-pointer justify-center pointer-coarse:h-11 pointer-coarse:min-w-11 ' +
  'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full';
const TAB_ON =
  'text-fg after:bg-accent forced-colors:after:forced-color-adjust-none forced-colors:after:bg-[Highlight]';
const TAB_OFF = 'text-muted data-hovered:text-fg';

export interface TabItem {
  id: string;
  label: string;
  count?: number | undefined;
  countOldSince?: string | undefined;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  items: readonly TabItem[];
  value?: string | undefined;
  onChange?: ((id: string) => void) | undefined;
  className?: string | undefined;
}

/** ARIA tabs with manual activation, for dialogs and panels. Tabs that are pages use NavTabs. */
export function Tabs({ label, items, value, onChange, className }: TabsProps): ReactElement {
  return (
    <AriaTabs
      {...defined({ selectedKey: value })}
      // React Aria marks it while anything inside has the focus; the ring belongs to that.
      className={cx('flex min-h-0 flex-col outline-none', className)}
      keyboardActivation="manual"
      onSelectionChange={(key) => onChange?.(String(key))}
    >
      <TabList aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line">
        {items.map((item) => (
          <Tab
            className={({ isSelected }) => cx(TAB_STYLE, isSelected ? TAB_ON : TAB_OFF)}
            id={item.id}
            key={item.id}
          >
            {item.label}
            {item.count !== undefined && <CountBadge count={item.count} oldSince={item.countOldSince} />}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel className="min-h-0 flex-1 pt-3" id={item.id} key={item.id}>
          <PanelBoundary name={item.label}>{item.content}</PanelBoundary>
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

interface NavTabItem {
  /** Of the tab, whatever its address is now. */
  id: string;
  href: string;
  label: string;
  count?: number | undefined;
  countOldSince?: string | undefined;
  isCurrent: boolean;
}

export interface NavTabsProps {
  label: string;
  items: readonly NavTabItem[];
  className?: string | undefined;
}

/** Links that look like tabs, for tabs that are routes. */
export function NavTabs({ label, items, className }: NavTabsProps): ReactElement {
  return (
    <nav aria-label={label} className={cx('overflow-x-auto border-b border-line', className)}>
      <ul className="flex gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <NavTab
              count={item.count}
              countOldSince={item.countOldSince}
              href={item.href}
              isCurrent={item.isCurrent}
              label={item.label}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Drawn again for what it shows: a list with many tabs brings their counts anew with every answer. */
const NavTab = memo(function NavTab(props: Omit<NavTabItem, 'id'>): ReactElement {
  const { href, label, count, countOldSince, isCurrent } = props;
  return (
    <Link
      className={cx(TAB_STYLE, isCurrent ? TAB_ON : TAB_OFF)}
      href={href}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      {label}
      {count !== undefined && <CountBadge count={count} oldSince={countOldSince} />}
    </Link>
  );
});
