import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { Header } from 'react-aria-components/Header';
import { MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Separator } from 'react-aria-components/Separator';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
import { Icon } from '../marks/icon.tsx';
import type { MenuAction, MenuGroup } from './menu-types.ts';

/** Groups of a menu. `isWide`: it is as wide as what it lies in, and a long line ends there. */
export function MenuItems({
  groups,
  isWide = false,
}: {
  groups: readonly MenuGroup[];
  isWide?: boolean;
}): ReactElement {
  return (
    <>
      {groups.map((group, index) => (
        <Group group={group} isFirst={index === 0} isWide={isWide} key={group.id} />
      ))}
    </>
  );
}

interface GroupProps {
  group: MenuGroup;
  isFirst: boolean;
  isWide: boolean;
}

function Group({ group, isFirst, isWide }: GroupProps): ReactElement {
  return (
    <>
      {!isFirst && <Separator className="mx-1 my-1 h-px bg-line" />}
      <MenuSection {...(group.title === undefined ? { 'aria-label': group.id } : {})}>
        {group.title !== undefined && (
          <Header className="px-2 pt-1.5 pb-1 text-table font-medium text-muted">{group.title}</Header>
        )}
        {group.items.map((item) => (
          <Item isWide={isWide} item={item} key={item.id} />
        ))}
      </MenuSection>
    </>
  );
}

function Item({ item, isWide }: { item: MenuAction; isWide: boolean }): ReactElement {
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
  // A line that only says something has no reason beside itself.
  const second = disabledReason === '' ? undefined : (disabledReason ?? description);
  // Beside two lines it stands with the first.
  const mark = second !== undefined && 'mt-0.5';
  const said = defined({ 'aria-disabled': isBlocked || undefined, 'aria-current': isChosen });
  return (
    <MenuItem
      className={cx(
        'flex min-h-control-small cursor-default gap-2 rounded-control px-2 py-1 text-table outline-none',
        second === undefined ? 'items-center' : 'items-start',
        isBlocked ? 'text-muted' : tone === 'danger' ? 'text-danger' : 'text-fg',
        isBlocked ? 'data-focused:bg-hover' : 'data-focused:bg-hover data-pressed:bg-pressed',
      )}
      id={item.id}
      shouldCloseOnSelect={!isBlocked}
      textValue={label}
      {...defined({ href: isBlocked ? undefined : href })}
      // React Aria keeps these two for itself when they are given as props.
      render={(props) =>
        'href' in props ? (
          <a {...props} {...said}>
            {props.children}
          </a>
        ) : (
          <div {...props} {...said} />
        )
      }
      onAction={() => {
        if (!isBlocked) onAction?.();
      }}
    >
      {icon && <Icon className={cx(mark, tone === 'default' && 'text-muted')} icon={icon} />}
      <span className="min-w-0 flex-1">
        <span className={cx('block', isWide && 'truncate')}>{label}</span>
        {second !== undefined && (
          <span className={cx('block text-muted', isWide ? 'truncate' : 'max-w-64')}>{second}</span>
        )}
      </span>
      {isChosen && <Icon className={cx(mark, 'text-accent')} icon={Check} />}
      {shortcut !== undefined && (
        <kbd className="ms-4 font-mono text-caption leading-5 text-muted">{shortcut}</kbd>
      )}
    </MenuItem>
  );
}
