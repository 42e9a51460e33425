import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { cx } from './class-names.ts';
import { defined } from './defined.ts';
import { Icon } from './icon.tsx';
import { POPOVER_STYLE } from './popover.tsx';

export interface MenuAction {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** A second line in muted text. */
  description?: string | undefined;
  /** The key that does the same, e.g. "R". */
  shortcut?: string | undefined;
  tone?: 'default' | 'danger';
  /** Shown in place of the description; the item can be reached but not chosen. */
  disabledReason?: string | undefined;
  /** The item is a link. */
  href?: string | undefined;
  /** The item is one choice of several and this one is on. */
  isChosen?: boolean | undefined;
  onAction?: (() => void) | undefined;
}

export interface MenuGroup {
  id: string;
  title?: string | undefined;
  items: readonly MenuAction[];
}

export interface MenuProps {
  /** One Button or IconButton, not a blocked one: a menu that cannot open is shown as the blocked button alone. */
  trigger: ReactElement;
  /** Accessible name of the menu. */
  label: string;
  /** Groups are separated by a hairline. */
  groups: readonly MenuGroup[];
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A menu button. Items that cannot be used now stay visible with their reason. */
export function Menu(props: MenuProps): ReactElement {
  const { trigger, label, groups, placement = 'bottom start', isOpen, onOpenChange } = props;
  return (
    <MenuTrigger {...defined({ isOpen, onOpenChange })}>
      {trigger}
      <Popover className={cx(POPOVER_STYLE, 'min-w-44')} offset={4} placement={placement}>
        <AriaMenu aria-label={label} className="p-1 outline-none" shouldFocusWrap>
          {groups.map((group, index) => (
            <Group group={group} isFirst={index === 0} key={group.id} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Group({ group, isFirst }: { group: MenuGroup; isFirst: boolean }): ReactElement {
  return (
    <>
      {!isFirst && <Separator className="mx-1 my-1 h-px bg-line" />}
      <MenuSection {...(group.title === undefined ? { 'aria-label': group.id } : {})}>
        {group.title !== undefined && (
          <Header className="px-2 pt-1.5 pb-1 text-table font-medium text-muted">{group.title}</Header>
        )}
        {group.items.map((item) => (
          <Item item={item} key={item.id} />
        ))}
      </MenuSection>
    </>
  );
}

function Item({ item }: { item: MenuAction }): ReactElement {
  const {
    label,
    icon,
    description,
    shortcut,
    tone = 'default',
    disabledReason,
    href,
    isChosen,
    onAction,
  } = item;
  const isBlocked = disabledReason !== undefined;
  const second = disabledReason ?? description;
  return (
    <MenuItem
      aria-disabled={isBlocked || undefined}
      className={cx(
        'flex min-h-control-small cursor-default items-start gap-2 rounded-control px-2 py-1 text-table outline-none',
        isBlocked ? 'text-muted' : tone === 'danger' ? 'text-danger' : 'text-fg',
        isBlocked ? 'data-focused:bg-hover' : 'data-focused:bg-hover data-pressed:bg-pressed',
      )}
      id={item.id}
      shouldCloseOnSelect={!isBlocked}
      textValue={label}
      {...defined({ href: isBlocked ? undefined : href, 'aria-current': isChosen })}
      onAction={() => {
        if (!isBlocked) onAction?.();
      }}
    >
      {icon && <Icon className={cx('mt-0.5', tone === 'default' && 'text-muted')} icon={icon} />}
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {second !== undefined && <span className="block max-w-64 text-muted">{second}</span>}
      </span>
      {isChosen && <Icon className="mt-0.5 text-accent" icon={Check} />}
      {shortcut !== undefined && (
        <kbd className="ms-4 font-mono text-caption leading-5 text-muted">{shortcut}</kbd>
      )}
    </MenuItem>
  );
}
