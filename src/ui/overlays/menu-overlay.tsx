import { useRef, type ReactElement, type RefObject } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import {
  Menu as AriaMenu,
  MenuContext,
  RootMenuTriggerStateContext,
  type MenuProps as AriaMenuProps,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState';
import { cx } from '../class-names.ts';
import { defined } from '../defined.ts';
import { MenuItems } from './menu-items.tsx';
import type { MenuProps } from './menu-types.ts';
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
              <MenuItems groups={groups} />
            </AriaMenu>
          </Popover>
        </RootMenuTriggerStateContext>
      </OverlayTriggerStateContext>
    </MenuContext>
  );
}
