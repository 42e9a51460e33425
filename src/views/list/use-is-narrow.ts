import { mediaQueryHook } from '#src/platform/actions/media-query.ts';

/** One pane: neither seven columns nor five filters have room beside each other (ux 4.3). */
export const useIsNarrow = mediaQueryHook('(max-width: 699px)');
