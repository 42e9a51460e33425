import type { Hidden } from '#src/views/list/row-source.ts';
import type { CatalogParams } from './catalog-search.ts';

/** Deleted configs leave the device: a list that is to have them says that it has not, and asks when somebody wants it. */
export const ON_SERVER_ONLY: Hidden<CatalogParams> = {
  text: 'Deleted configs are on the server only',
  label: 'Show deleted configs',
  part: { deleted: true, groupBy: undefined, sortBy: undefined, sortOrder: undefined },
};
