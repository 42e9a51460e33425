import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { createDevice } from './device.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { demoLogin } from './people.ts';
import { fillSignIn } from './sign-in-page.ts';
import { startStack } from './stack.ts';

/** Takes the pictures of the README and of every screen: `npm run screenshots [-- <folder>]`. Needs a build. */
const looks = ['laptop', 'tablet', 'phone'] as const;

const folder = process.argv[2] ?? fileURLToPath(new URL('../../test-results/screenshots/', import.meta.url));

const readmePicture = fileURLToPath(new URL('./readme-incident.png', import.meta.url));

async function shoot(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** The list of checks in its shapes, and what the dialog of its first check has. */
async function shootHealth(page: Page, at: (screen: string) => string): Promise<void> {
  for (const [name, query] of [
    ['health', ''],
    ['health-flat', '?groupBy=no_grouping&sortBy=status&sortDesc=true'],
    ['health-cards', '?layout=card'],
    ['health-pivot', '?pivotBy=labels&pivotLabel=tier'],
  ] as const) {
    await page.goto(`/health${query}`);
    await shoot(page, at(name));
  }
  await page.goto('/health?groupBy=no_grouping');
  // A table in which nothing folds is a plain grid.
  await page.getByRole('grid', { name: 'Checks' }).getByRole('row').nth(1).getByRole('link').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'History' }).waitFor();
  await shoot(page, at('check'));
  for (const tab of ['Graph', 'Spec', 'Relationships']) {
    const chosen = dialog.getByRole('tab', { name: tab });
    // On a tall screen the graph stands beside the history.
    if ((await chosen.count()) === 0) continue;
    await chosen.click();
    await shoot(page, at(`check-${tab.toLowerCase()}`));
  }
}

async function shootAll(appUrl: string, incidentId: string): Promise<void> {
  for (const size of looks) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const wire = await startFaultProxy(appUrl);
      const device = await createDevice({ origin: wire.url, size, colorScheme });
      const page = await device.newPage();
      const at = (screen: string): string => `${size}-${colorScheme}-${screen}`;
      await page.goto(`/login`);
      await shoot(page, at('login'));
      await fillSignIn(page, demoLogin('responder'));
      await page.waitForURL('**/topology');
      await page.goto('/incidents');
      await page.getByRole('button', { name: /^Sync: Live/ }).waitFor();
      await shoot(page, at('list'));
      await page.goto(`/incidents/${incidentId}`);
      await shoot(page, at('incident'));
      for (const tab of ['Action Plan', 'Timeline']) {
        await page.getByRole('tab', { name: tab }).click();
        await shoot(page, at(tab.toLowerCase().replace(' ', '-')));
      }
      await page.getByRole('button', { name: 'Review report' }).click();
      await shoot(page, at('report'));
      await page.keyboard.press('Escape');
      await shootHealth(page, at);
      await page.goto(`/incidents?search=nothing+like+this`);
      await shoot(page, at('empty'));
      for (const panel of ['sync', 'log', 'keys']) {
        await page.goto(`/incidents?panel=${panel}`);
        await shoot(page, at(`panel-${panel}`));
      }
      await wire.disconnect();
      await page.goto(`/incidents/${incidentId}`);
      const composer = page.getByLabel(/^Comment on /).first();
      await composer.locator('textarea').first().or(composer).first().waitFor();
      await page
        .locator('textarea')
        .first()
        .fill(
          'Pool is at its limit since 14:02, raising it to 60. @[Mara Lindqvist](user:0190a3c4-5b00-7000-8000-000000000a03)',
        );
      await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
      await page.getByText('Saved on this device').first().waitFor();
      await shoot(page, at('incident-offline'));
      await page.goto(`/incidents?panel=sync`);
      await shoot(page, at('panel-sync-offline'));
      await page.goto(`/login`);
      await shoot(page, at('login-offline'));
      await device.dispose();
      await wire.stop();
    }
  }
}

await mkdir(folder, { recursive: true });
const stack = await startStack();
try {
  const [incident] = await stack.sql<{ id: string }>(
    `select i.id from incidents i join hypotheses h on h.incident_id = i.id
     where i.status = 'open' group by i.id order by count(*) desc, i.id limit 1`,
  );
  if (incident === undefined) throw new Error('the demo data has no open incident');
  await shootAll(stack.appUrl, incident.id);
  await copyFile(`${folder}/laptop-light-incident-offline.png`, readmePicture);
} finally {
  await stack.stop();
}
