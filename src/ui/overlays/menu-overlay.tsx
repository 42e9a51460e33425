import { Check } from 'lucide-react';
import { useRef, type ReactElement, type RefObject } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import {
  Menu as AriaMenu,
  MenuContext,
  MenuItem,
  MenuSection,
  RootMenuTriggerStateContext,
  type MenuProps as AriaMenuProps,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
import { Icon } from '../marks/icon.tsx';
import type { MenuAction, MenuGroup, MenuProps } from './menu-types.ts';
import { POPOVER_STYLE } from './popover-style.ts';

export interface MenuOverlayProps extends Pick<MenuProps, 'label' | 'groups'> {
  placement: NonNullable<MenuProps['placement']>;
  state: RootMenuTriggerState;
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** What the trigger says about its menu. */
  menuProps: AriaMenuProps<object>;
}

/** The open menu of a trigger. */
export function MenuOverlay(props: MenuOverlayProps): ReactElement {
  const { state, triggerRef, menuProps, label, groups, placement } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  return (
    <MenuContext value={{ ...menuProps, ref: scrollRef }}>
      <OverlayTriggerStateContext value={state}>
        <RootMenuTriggerStateContext value={state}>
          <Popover
            {...defined({ 'aria-labelledby': menuProps['aria-labelledby'] })}
            className={cx(POPOVER_STYLE, 'min-w-44')}
            offset={4}
            placement={placement}
            scrollRef={scrollRef}
            trigger="MenuTrigger"
            triggerRef={triggerRef}
          >
            <AriaMenu aria-label={label} className="p-1 outline-none" shouldFocusWrap>
              {groups.map((group, index) => (
                <Group group={group} isFirst={index === 0} key={group.id} />
              ))}
            </AriaMenu>
          </Popover>
        </RootMenuTriggerStateContext>
      </OverlayTriggerStateContext>
    </MenuContext>
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
        <span className="block">{label}</span>
        {second !== undefined && <span className="block max-w-64 text-muted">{second}</span>}
      </span>
      {isChosen && <Icon className={cx(mark, 'text-accent')} icon={Check} />}
      {shortcut !== undefined && (
        <kbd className="ms-4 font-mono text-caption leading-5 text-muted">{shortcut}</kbd>
      )}
    </MenuItem>
  );
}
