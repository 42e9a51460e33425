import type { Param } from './search-spec.ts';
import { reading } from './params.ts';

const MAX_LENGTH = 100;

function piece(): Param<string, undefined> {
  return {
    role: 'filter',
    initial: undefined,
    schema: reading((raw) => (raw === '' || raw.length > MAX_LENGTH ? undefined : raw)),
  };
}

/**
 * A time range up to now, by name or between two moments: six parameters that change together (`timeRangeSearch`). The
 * chip goes by the name that the list has for `rangeType`; what is no range is kept, so that the list can say so.
 */
export function rangeParams(field: string) {
  const pieces = { display: piece(), range: piece(), from: piece(), to: piece(), timeRange: piece() };
  const rangeType: Param<string, undefined> = {
    ...piece(),
    resets: Object.keys(pieces),
    chips: (value, name) => [{ field, text: name ?? value, without: undefined }],
  };
  return { rangeType, ...pieces };
}
