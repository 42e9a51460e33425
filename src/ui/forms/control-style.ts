/** Shared look of text inputs, text areas and select buttons. */
export const CONTROL_STYLE =
  'w-full rounded-control border border-line-control bg-control px-2.5 text-body text-fg outline-offset-[-1px] transition-colors duration-(--motion-fast) data-hovered:border-muted data-focused:border-focus data-invalid:border-danger data-disabled:bg-transparent data-disabled:text-muted';
