import { Pool } from 'pg';
import type { Page } from 'playwright';
import { startStack } from '../e2e/stack.ts';
import { measureHealth, stepNames, type HealthFigures } from './health.ts';
import type { Figure } from './report.ts';

/** Pages to be measured beside one another; without any, our own over a large seed. */
export interface HealthRun {
  readonly pages: readonly string[];
  /** Connection string of their backend's database, for the step that changes checks. */
  readonly database: string | undefined;
  readonly executablePath: string | undefined;
}

/** The checks of the large seed; the first pull is through when the page counts as many. */
const CHECKS = 10_000;

const TOUCH = `
  with chosen as (select id from checks where deleted_at is null order by id limit $1)
  update checks set status = case when status = 'healthy' then 'unhealthy' else 'healthy' end,
    last_runtime = now(), last_transition_time = now()
  from chosen where checks.id = chosen.id`;

function figuresOf(name: string, { coldMs, repeat, steps, rows, longTasks }: HealthFigures): Figure[] {
  const figures: Figure[] = [
    { name: `${name}: first visit to a usable list`, value: coldMs ?? Number.NaN, unit: 'ms' },
    {
      name: `${name}: repeat visit to a usable list, p75`,
      value: repeat.p75,
      unit: 'ms',
      target: '≤ 300 ms',
    },
  ];
  for (const step of stepNames) {
    const taken = steps[step];
    if (taken === undefined) {
      figures.push({ name: `${name}: ${step}`, value: Number.NaN, unit: 'ms', isNotThere: true });
      continue;
    }
    if (taken.next.count > 0) {
      figures.push({
        name: `${name}: ${step} → next paint, p95`,
        value: taken.next.p95,
        unit: 'ms',
        target: '≤ 50 ms',
      });
    }
    figures.push({
      name: `${name}: ${step} → what is in view painted, p95`,
      value: taken.seen.p95,
      unit: 'ms',
      target: step === 'search' ? '≤ 60 ms' : undefined,
    });
    figures.push({ name: `${name}: ${step} → all of it painted, p50`, value: taken.settled.p50, unit: 'ms' });
    figures.push({ name: `${name}: ${step} → all of it painted, p95`, value: taken.settled.p95, unit: 'ms' });
  }
  figures.push({ name: `${name}: rows in the document`, value: rows, unit: 'rows', target: '< 60' });
  if (longTasks !== null) {
    const isThere = longTasks !== 'not there';
    figures.push({
      name: `${name}: worst task while 1,000 checks change`,
      value: isThere ? longTasks.worstMs : Number.NaN,
      isNotThere: isThere ? undefined : true,
      unit: 'ms',
      target: '≤ 50 ms',
    });
  }
  return figures;
}

/** Waits until the page counts every check of the seed and the shell is kept for the next visit. */
async function untilWhole(page: Page): Promise<void> {
  await page.waitForFunction(
    (count) => {
      const texts = [...document.querySelectorAll('main output span')].map((each) => each.textContent);
      const sum = texts.reduce((total, text) => {
        const found = /^(\d+) (?:passing|failing|unknown)$/u.exec(text);
        return total + (found === null ? 0 : Number(found[1]));
      }, 0);
      return sum >= count;
    },
    CHECKS,
    { timeout: 600_000 },
  );
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

async function ofOwnStack(executablePath: string | undefined): Promise<Figure[]> {
  const stack = await startStack('large');
  try {
    const touch = async (count: number): Promise<void> => {
      await stack.sql(TOUCH, [count]);
    };
    const url = `${stack.appUrl}/health`;
    const figures = figuresOf(
      'health',
      await measureHealth({ url, executablePath, touch, settle: untilWhole }),
    );
    const lost = figures.find(({ isNotThere }) => isNotThere === true);
    // Another client may lack a control; ours has them all.
    if (lost !== undefined) throw new Error(`${lost.name} is not there`);
    return figures;
  } finally {
    await stack.stop();
  }
}

/** Measures the list of checks of this client, or of each page that is named, one after the other. */
export async function healthFigures({ pages, database, executablePath }: HealthRun): Promise<Figure[]> {
  if (pages.length === 0) return ofOwnStack(executablePath);
  const pool = database === undefined ? null : new Pool({ connectionString: database });
  const touch = pool && (async (count: number): Promise<void> => void (await pool.query(TOUCH, [count])));
  try {
    const figures: Figure[] = [];
    for (const url of pages) {
      figures.push(...figuresOf(new URL(url).host, await measureHealth({ url, executablePath, touch })));
    }
    return figures;
  } finally {
    await pool?.end();
  }
}
