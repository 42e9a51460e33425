/** Look of every floating panel: popovers, menus, list boxes. */
export const POPOVER_STYLE =
  'overlay-motion z-50 max-w-[calc(100vw-1rem)] overflow-auto rounded-panel bg-overlay text-fg shadow-overlay';
