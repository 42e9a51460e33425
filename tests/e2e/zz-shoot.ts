import { mkdir } from 'node:fs/promises';
import { createDevice } from './device.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { demoLogin } from './people.ts';
import { fillSignIn } from './sign-in-page.ts';
import { startStack } from './stack.ts';
const folder = '/tmp/shots-run';
await mkdir(folder, { recursive: true });
const stack = await startStack('demo');
const one = async (sql: string): Promise<string> =>
  (await stack.sql<{ id: string }>(sql, []))[0]?.id ?? 'none';
const item = await one(
  `select id::text from config_items where name = 'payments-api-config' and deleted_at is null limit 1`,
);
const change = await one(
  `select c.id::text from config_changes c join config_items i on i.id = c.config_id where i.name = 'payments-api-config' and c.diff is not null limit 1`,
);
const other = await one(
  `select id::text from config_items where type = (select type from config_items where name = 'payments-api-config' limit 1) and name <> 'payments-api-config' and deleted_at is null limit 1`,
);
const scraper = await one(`select id::text from config_scrapers where deleted_at is null limit 1`);
const deployment = await one(
  `select id::text from config_items where name = 'payments-api' and type = 'Kubernetes::Deployment' and deleted_at is null limit 1`,
);
const load = await one(`select id::text from playbooks where name = 'load-test'`);
const freeze = await one(`select id::text from playbooks where name = 'freeze-deployments'`);
const pages = [
  ['run-none', `/playbooks/${load}/run`],
  ['run', `/playbooks/${load}/run?config_id=${deployment}`],
  ['run-freeze', `/playbooks/${freeze}/run`],
] as const;
const oldPages = [
  ['summary', '/catalog'],
  ['item', `/catalog/${item}`],
  ['changes', '/catalog/changes?start=now-30d'],
  ['timeline', '/catalog/changes?start=now-30d&view=timeline'],
  ['change', `/catalog/changes?start=now-30d&change=${change}`],
  ['insights', '/catalog/insights'],
  ['scrapers', '/catalog/scrapers'],
  ['jobs', `/catalog/scrapers/${scraper}/jobs`],
  ['compare', `/catalog/compare?left=${item}&right=${other}`],
  ['search', '/catalog?search=paymnets'],
] as const;
const looks = [
  ['laptop', 'light'],
  ['tablet', 'dark'],
  ['phone', 'light'],
] as const;
void oldPages;
for (const [size, colorScheme] of looks) {
  const wire = await startFaultProxy(stack.appUrl);
  const device = await createDevice({ origin: wire.url, size, colorScheme });
  const page = await device.newPage();
  await page.goto('/login');
  await fillSignIn(page, demoLogin('admin'));
  await page.waitForURL('**/topology');
  await page
    .getByRole('button', { name: /^Sync: Live/ })
    .waitFor({ timeout: 30000 })
    .catch(() => undefined);
  for (const [name, path] of pages) {
    await page.goto(path);
    await page
      .locator('h1, [role=dialog]')
      .first()
      .waitFor({ timeout: 8000 })
      .catch(() => console.log('no head', name));
    await page.waitForTimeout(2200);
    await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` });
  }
  await device.dispose();
  await wire.stop();
}
await stack.stop();
process.exit(0);
