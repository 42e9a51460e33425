import { cpus, loadavg, totalmem } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

/** One measured number. `limit` is what this machine can do at best, taken in the same run. */
export interface Figure {
  readonly name: string;
  /** NaN where it is not there. */
  readonly value: number;
  /** The client that was measured has nothing of the kind. */
  readonly isNotThere?: true | undefined;
  readonly unit: 'ms' | 'rows/s' | 'bytes' | 'requests' | 'times' | 'MB' | 'rows' | 'objects' | 'frames/s';
  readonly limit?: { readonly name: string; readonly value: number } | undefined;
  readonly target?: string | undefined;
}

/** A count in the name of a figure, to the thousand: the same name is compared with its record though the seed grew by a row. */
export function inThousands(count: number): string {
  return (Math.round(count / 1_000) * 1_000).toLocaleString('en-US');
}

const baselineSchema = v.object({
  date: v.string(),
  machine: v.object({
    cpu: v.string(),
    cores: v.number(),
    memoryGb: v.number(),
    node: v.string(),
    load: v.optional(v.number()),
  }),
  figures: v.record(v.string(), v.number()),
});
/** Figures of an earlier run, with the machine they were taken on. */
export type Baseline = v.InferOutput<typeof baselineSchema>;

const BASELINE = new URL('baseline.json', import.meta.url);

/** The recorded baseline; a file that cannot be read as one is an error, not "no baseline". */
export function readBaseline(): Baseline {
  return v.parse(baselineSchema, JSON.parse(readFileSync(BASELINE, 'utf8')));
}

/** The machine of this run, and the day. */
export function hereAndNow(): Pick<Baseline, 'date' | 'machine'> {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      load: rounded(loadavg()[0] ?? 0),
    },
  };
}

/** A machine and a day in one line. */
export function placeOf({ date, machine }: Pick<Baseline, 'date' | 'machine'>): string {
  const { cpu, cores, memoryGb, node, load } = machine;
  const at = load === undefined ? '' : `, at a load of ${load}`;
  return `on ${date}: ${cores} × ${cpu}, ${memoryGb} GB, node ${node}${at}`;
}

/** Records figures as the baseline; figures of sections that were not run keep their recorded value. */
export function writeBaseline(figures: readonly Figure[], before: Baseline | null): void {
  const baseline: Baseline = {
    ...hereAndNow(),
    figures: {
      ...before?.figures,
      ...Object.fromEntries(
        figures
          .filter(({ isNotThere }) => isNotThere !== true)
          .map(({ name, value }) => [name, rounded(value)]),
      ),
    },
  };
  writeFileSync(BASELINE, `${JSON.stringify(baseline, null, 2)}\n`);
}

const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10);

const withUnit = (value: number, unit: Figure['unit']): string => `${rounded(value)} ${unit}`;

/** A ratio to the limit above which slower is worse for durations and better for rates: always "figure ÷ limit". */
function ratioOf({ name, value, limit, unit }: Figure): string {
  if (limit === undefined) return '';
  if (!(limit.value > 0)) throw new Error(`${name}: the limit "${limit.name}" was not measured`);
  return `${(value / limit.value).toFixed(2)} × ${limit.name} (${withUnit(limit.value, unit)})`;
}

/**
 * Lines of a table: figure, ratio to the limit and the limit itself, target, recorded figure. A figure that is no number
 * was not measured, and is an error.
 */
export function tableOf(figures: readonly Figure[], baseline: Baseline | null): string[] {
  const lines = figures.map((figure) => {
    if (figure.isNotThere === true) return [figure.name, 'not there', '', '', ''];
    if (!Number.isFinite(figure.value)) throw new Error(`${figure.name} was not measured`);
    const recorded = baseline?.figures[figure.name];
    return [
      figure.name,
      withUnit(figure.value, figure.unit),
      ratioOf(figure),
      figure.target === undefined ? '' : `target ${figure.target}`,
      recorded === undefined ? '' : `recorded ${withUnit(recorded, figure.unit)}`,
    ];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}
