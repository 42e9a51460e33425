import { compareServerTime, laterServerTime, serverTimeToMs } from '../pull/server-time.ts';
import type {
  HealthAggregate,
  HealthMoment,
  HealthRow,
  HealthSort,
  Latency,
  PackedSums,
} from '../../protocol/health.ts';
import { severityRank, uptimePercent } from './aggregate.ts';
import { isStale } from './freshness.ts';
import { latencyFields, place, readSum, SEVERITY, WIDTH } from './unpack.ts';

/** As the server sends them: of one length and in one zone. */
function isOneZone(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  return (a.endsWith('Z') && b.endsWith('Z')) || (a.endsWith('+00:00') && b.endsWith('+00:00'));
}

/** Such times are compared as texts: parsing thousands of them is felt. */
function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null || a === b) return a ?? b;
  if (isOneZone(a, b)) return a > b ? a : b;
  return compareServerTime(a, b) === 0 ? a : laterServerTime(a, b);
}

const aggregateRank = { bad: 0, mixed: 1, unknown: 2, good: 3 } as const;

/**
 * Several checks as one (spec 3), for many groups side by side: numbers in one array, because an object for each of ten
 * thousand groups costs more to make, and to send to a page, than the sums themselves. The moment is of the server.
 */
export class Sums {
  readonly #moment: HealthMoment;
  readonly #numbers: Float64Array;
  readonly #latencyCounts: Int32Array;
  readonly #ran: (string | null)[];
  readonly #turned: (string | null)[];
  readonly #severities: (string | null)[] = [null];

  constructor(count: number, moment: HealthMoment) {
    this.#moment = moment;
    this.#numbers = new Float64Array(count * WIDTH);
    this.#latencyCounts = new Int32Array(count * latencyFields.length);
    this.#ran = Array.from({ length: count }, () => null);
    this.#turned = Array.from({ length: count }, () => null);
    for (let base = 0; base < this.#numbers.length; base += WIDTH) {
      this.#numbers[base + place.passed] = Number.NaN;
      this.#numbers[base + place.failed] = Number.NaN;
    }
  }

  #increase(index: number, by: number): void {
    const before = this.#numbers[index] ?? 0;
    this.#numbers[index] = (Number.isNaN(before) ? 0 : before) + by;
  }

  /** Counts a check to the group of that place. */
  add(at: number, row: HealthRow): void {
    const base = at * WIDTH;
    this.#increase(base + place.total, 1);
    if (row.status === 'healthy') this.#increase(base + place.passing, 1);
    else if (row.status === 'unhealthy') this.#increase(base + place.failing, 1);
    if (isStale(row, this.#moment)) this.#increase(base + place.stale, 1);
    if (row.uptime !== null) {
      this.#increase(base + place.passed, row.uptime.passed);
      this.#increase(base + place.failed, row.uptime.failed);
    }
    if (row.latency !== null) this.#addLatency(at, row.latency);
    this.#ran[at] = later(this.#ran[at] ?? null, row.lastRuntime);
    this.#turned[at] = later(this.#turned[at] ?? null, row.lastTransition);
    if (row.severity !== null) this.#addSeverity(base + SEVERITY, row.severity);
  }

  #addLatency(at: number, latency: Latency): void {
    const base = at * WIDTH + place.latency;
    this.#numbers[base] = 1;
    for (let field = 0; field < latencyFields.length; field += 1) {
      const name = latencyFields[field];
      const value = name === undefined ? null : latency[name];
      if (value === null) continue;
      this.#increase(base + 1 + field, value);
      const count = at * latencyFields.length + field;
      this.#latencyCounts[count] = (this.#latencyCounts[count] ?? 0) + 1;
    }
  }

  #addSeverity(index: number, severity: string): void {
    const known = this.#severities[this.#numbers[index] ?? 0] ?? null;
    if (severity === known) return;
    if (known !== null && severityRank(severity) >= severityRank(known)) return;
    const at = this.#severities.indexOf(severity);
    this.#numbers[index] = at === -1 ? this.#severities.push(severity) - 1 : at;
  }

  /** Those of the groups in `order`, as they are sent to a page. */
  packed(order: readonly number[]): PackedSums {
    const numbers = new Float64Array(order.length * WIDTH);
    order.forEach((at, to) => {
      numbers.set(this.#numbers.subarray(at * WIDTH, (at + 1) * WIDTH), to * WIDTH);
      for (let field = 0; field < latencyFields.length; field += 1) {
        const count = this.#latencyCounts[at * latencyFields.length + field] ?? 0;
        const index = to * WIDTH + place.latency + 1 + field;
        // Sums until here, means from here on.
        numbers[index] = count === 0 ? Number.NaN : (numbers[index] ?? 0) / count;
      }
    });
    return {
      numbers,
      severities: this.#severities,
      ran: order.map((at) => this.#ran[at] ?? null),
      turned: order.map((at) => this.#turned[at] ?? null),
    };
  }

  /** What a group is compared by in a column that is no text; null is missing. */
  keyOf(at: number, column: HealthSort): number | null {
    const { severity, health, uptime, latency, lastRuntime, lastTransition } = readSum(this.packed([at]), 0);
    switch (column) {
      case 'severity':
        return severity === null ? null : severityRank(severity);
      case 'status':
        return aggregateRank[health];
      case 'uptime':
        return uptimePercent(uptime);
      case 'latency':
        return latency?.p95 ?? null;
      case 'last_runtime':
        return serverTimeToMs(lastRuntime);
      case 'last_transition_time':
        return serverTimeToMs(lastTransition);
      default:
        return null;
    }
  }
}

/** Several checks as one: good, mixed or bad; unknown where none has a status. */
export function aggregateOf(rows: readonly HealthRow[], moment: HealthMoment): HealthAggregate {
  const sums = new Sums(1, moment);
  for (const row of rows) sums.add(0, row);
  return readSum(sums.packed([0]), 0);
}
