import { HAND_MADE } from '../protocol/hand-made.ts';
import { compareText, textOf } from './columns.ts';
import type { LateRead } from './read-model.ts';
import { rowsRead } from './rows.ts';
import type { Marks } from './types.ts';

/** A link between a component and an item of the catalog. */
export interface ConfigLink {
  readonly componentId: string;
  readonly configId: string;
  /** A person made it; only such a one can be deleted. */
  readonly isHandMade: boolean;
  readonly marks: Marks;
}

const LINKS = 'config_component_relationships';
const CHECKS = 'check_component_relationships';

/** Links of one component, or of one item, each pair once. */
export function configLinksRead(
  column: 'component_id' | 'config_id',
  id: string,
): LateRead<readonly ConfigLink[]> {
  return {
    tables: [LINKS, 'feeds'],
    query: async (db) => {
      const { data: rows, ...claim } = await rowsRead(LINKS, { column, value: id }).query(db);
      // While the collection is read again under another key its older rows are still there.
      const links = new Map(
        rows.map(({ row, marks }): readonly [string, ConfigLink] => {
          const [componentId, configId] = [textOf(row, 'component_id'), textOf(row, 'config_id')];
          const isHandMade = row['selector_id'] === HAND_MADE;
          return [`${componentId} ${configId}`, { componentId, configId, isHandMade, marks }];
        }),
      );
      return { data: [...links.values()], ...claim };
    },
  };
}

/** Ids of the checks that watch a component. */
export function checksOfComponentRead(componentId: string): LateRead<readonly string[]> {
  return {
    tables: [CHECKS, 'feeds'],
    query: async (db) => {
      const query = { column: 'component_id', value: componentId };
      const { data: rows, ...claim } = await rowsRead(CHECKS, query).query(db);
      const ids = new Set(rows.map(({ row }) => textOf(row, 'check_id')));
      return { data: [...ids].sort(compareText), ...claim };
    },
  };
}
