import type {
  HealthAggregate,
  HealthGroup,
  Latency,
  PackedGroups,
  PackedSums,
} from '../../protocol/health.ts';
import { healthOf } from './aggregate.ts';

/* What a page needs of packed answers, apart from what packs them: the page loads no more than this. */

/** Place of each number of an aggregate; what is not known is NaN. */
export const place = {
  total: 0,
  passing: 1,
  failing: 2,
  stale: 3,
  passed: 4,
  failed: 5,
  latency: 6,
} as const;
/** Numbers of a latency in the order they are packed in. */
export const latencyFields = [
  'p99',
  'p97',
  'p95',
  'p50',
  'avg',
] as const satisfies readonly (keyof Latency)[];
/** Place of the severity's place among the severities. */
export const SEVERITY = place.latency + 1 + latencyFields.length;
/** Numbers of one aggregate. */
export const WIDTH = SEVERITY + 1;

/** The aggregate at a place of packed sums. */
export function readSum({ numbers, severities, ran, turned }: PackedSums, at: number): HealthAggregate {
  const get = (index: number): number | null => {
    const value = numbers[at * WIDTH + index];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const [total, passing, failing] = [get(place.total) ?? 0, get(place.passing) ?? 0, get(place.failing) ?? 0];
  const counts = {
    total,
    passing,
    failing,
    unknown: total - passing - failing,
    stale: get(place.stale) ?? 0,
  };
  const [passed, failed] = [get(place.passed), get(place.failed)];
  const [p99 = null, p97 = null, p95 = null, p50 = null, avg = null] = latencyFields.map((_field, index) =>
    get(place.latency + 1 + index),
  );
  return {
    ...counts,
    health: healthOf(counts),
    uptime: passed === null || failed === null ? null : { passed, failed },
    latency: get(place.latency) === 1 ? { p99, p97, p95, p50, avg } : null,
    lastRuntime: ran[at] ?? null,
    lastTransition: turned[at] ?? null,
    severity: severities[get(SEVERITY) ?? 0] ?? null,
  };
}

const noCells: HealthGroup['cells'] = {};

function readCells({ cells }: PackedGroups, group: number): HealthGroup['cells'] {
  if (cells === null) return noCells;
  const from = group === 0 ? 0 : (cells.ends[group - 1] ?? 0);
  const codes = [...cells.at.subarray(from, cells.ends[group])];
  return Object.fromEntries(
    codes.map((code, at) => [cells.values[code] ?? '', readSum(cells.wholes, from + at)]),
  );
}

/** A group that is made of its numbers when it is looked at: most groups of a long list never are. */
class PackedGroup implements HealthGroup {
  readonly #packed: PackedGroups;
  readonly #at: number;
  #aggregate: HealthAggregate | undefined;
  #ids: readonly string[] | undefined;
  #cells: HealthGroup['cells'] | undefined;

  constructor(packed: PackedGroups, at: number) {
    this.#packed = packed;
    this.#at = at;
  }

  get value(): string | null {
    return this.#packed.values[this.#at] ?? null;
  }

  get aggregate(): HealthAggregate {
    this.#aggregate ??= readSum(this.#packed.wholes, this.#at);
    return this.#aggregate;
  }

  get ids(): readonly string[] {
    const { ids, ends } = this.#packed;
    this.#ids ??= ids.slice(this.#at === 0 ? 0 : ends[this.#at - 1], ends[this.#at]);
    return this.#ids;
  }

  get cells(): HealthGroup['cells'] {
    this.#cells ??= readCells(this.#packed, this.#at);
    return this.#cells;
  }
}

/** Groups as a page reads them. Their fields are no own properties: copy a group field by field. */
export function unpackGroups(packed: PackedGroups): readonly HealthGroup[] {
  return packed.values.map((_value, at) => new PackedGroup(packed, at));
}
