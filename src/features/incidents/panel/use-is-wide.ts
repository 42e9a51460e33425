import { mediaQueryHook } from '#src/platform/media-query.ts';

/** From here on two sections may stand side by side (ux 5 row 18). */
export const useIsWide = mediaQueryHook('(min-width: 1440px)');
