import type { Page } from 'playwright';
import { startStack } from '../e2e/stack.ts';
import { untilCalm } from './calm.ts';
import { catalogSteps, measureCatalog, type CatalogFigures, type CatalogStep } from './catalog.ts';
import type { Figure } from './report.ts';

/** Pages to be measured beside one another; without any, our own over a large seed. */
export interface CatalogRun {
  readonly pages: readonly string[];
  readonly executablePath: string | undefined;
}

const LARGE_ITEM = 'be11c0de-0000-4000-8000-000000000001';
/** About 5 MB of JSON in one item. */
const INSERT_LARGE = `
  insert into config_items (id, name, type, config_class, config, created_at, updated_at)
  select $1, 'five-megabytes', 'Bench::Large', 'Large',
    jsonb_build_object('items', jsonb_agg(jsonb_build_object('key', 'entry ' || n, 'value', repeat(md5(n::text), 4)))),
    now(), now()
  from generate_series(1, 30000) n
  on conflict (id) do nothing`;

/** What each step may take to its next paint, and until what is in view is painted. */
const TARGETS: Readonly<Record<CatalogStep, readonly [next: string, seen: string]>> = {
  filter: ['≤ 50 ms', '≤ 200 ms'],
  group: ['≤ 50 ms', '≤ 200 ms'],
  sort: ['≤ 50 ms', '≤ 200 ms'],
  tag: ['≤ 50 ms', '≤ 200 ms'],
  key: ['≤ 50 ms', '≤ 60 ms'],
  slip: ['≤ 50 ms', '≤ 60 ms'],
};

function figuresOf(name: string, { repeat, steps, open, large, frame }: CatalogFigures): Figure[] {
  const bare = { name: 'a frame of the same page', value: frame.p50 };
  const tail = { name: 'a frame of the same page', value: frame.p95 };
  const missing = (what: string): Figure => ({
    name: `${name}: ${what}`,
    value: Number.NaN,
    unit: 'ms',
    isNotThere: true,
  });
  const figures: Figure[] = [
    {
      name: `${name}: repeat visit to a usable list, p75`,
      value: repeat.p75,
      unit: 'ms',
      target: '≤ 300 ms',
    },
  ];
  for (const step of catalogSteps) {
    const taken = steps[step];
    if (taken === undefined) {
      figures.push(missing(step));
      continue;
    }
    const [next, seen] = TARGETS[step];
    const of = `${name}: ${step}`;
    figures.push(
      { name: `${of} → next paint, p95`, value: taken.next.p95, unit: 'ms', limit: tail, target: next },
      {
        name: `${of} → what is in view painted, p95`,
        value: taken.seen.p95,
        unit: 'ms',
        limit: tail,
        target: seen,
      },
      { name: `${of} → all of it painted, p50`, value: taken.settled.p50, unit: 'ms', limit: bare },
      { name: `${of} → all of it painted, p95`, value: taken.settled.p95, unit: 'ms', limit: tail },
    );
  }
  if (open === null) figures.push(missing('config opened'));
  else {
    figures.push({
      name: `${name}: config opened, p95`,
      value: open.p95,
      unit: 'ms',
      limit: tail,
      target: '≤ 100 ms',
    });
  }
  if (large !== null) {
    figures.push(
      { name: `${name}: 5 MB of JSON, reload → shown`, value: large.shownMs, unit: 'ms', target: '≤ 500 ms' },
      { name: `${name}: worst task meanwhile`, value: large.worstTaskMs, unit: 'ms', target: '≤ 100 ms' },
    );
  }
  return figures;
}

/** Waits until everything is here and the shell is kept for the next visit. */
async function untilWhole(page: Page): Promise<void> {
  await untilCalm(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Measures the catalog of this client, or of each page that is named, one after the other. */
export async function catalogFigures({ pages, executablePath }: CatalogRun): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const url of pages) {
    const measured = await measureCatalog({ url, executablePath, largeItem: null });
    figures.push(...figuresOf(new URL(url).host, measured));
  }
  if (pages.length > 0) return figures;
  const stack = await startStack('large');
  try {
    await stack.sql(INSERT_LARGE, [LARGE_ITEM]);
    const url = `${stack.appUrl}/catalog`;
    const largeItem = `/catalog/${LARGE_ITEM}`;
    const own = figuresOf(
      'catalog',
      await measureCatalog({ url, executablePath, largeItem, settle: untilWhole }),
    );
    const lost = own.find(({ isNotThere }) => isNotThere === true);
    // Another client may lack a control; ours has them all.
    if (lost !== undefined) throw new Error(`${lost.name} is not there`);
    return own;
  } finally {
    await stack.stop();
  }
}
