import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { demoAccounts, demoPassword } from '#tests/backend/seed/accounts.ts';
import { createDevice } from './device.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { startStack } from './stack.ts';

/** Takes the pictures of the README and of every screen: `npm run screenshots [-- <folder>]`. Needs a build. */
const looks = [
  { name: 'laptop', viewport: { width: 1440, height: 900 } },
  { name: 'tablet', viewport: { width: 820, height: 1180 } },
] as const;

const folder = process.argv[2] ?? fileURLToPath(new URL('../../test-results/screenshots/', import.meta.url));

const readmePicture = fileURLToPath(new URL('./readme-incident.png', import.meta.url));

async function shoot(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

async function shootAll(appUrl: string, incidentId: string): Promise<void> {
  for (const { name, viewport } of looks) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const wire = await startFaultProxy(appUrl);
      const device = await createDevice({ viewport, colorScheme, hasTouch: name === 'tablet' });
      const page = await device.newPage();
      const at = (screen: string): string => `${name}-${colorScheme}-${screen}`;
      await page.goto(`${wire.url}/login`);
      await shoot(page, at('login'));
      await page.getByLabel('E-Mail').fill(demoAccounts[3].email);
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL('**/incidents');
      await page.getByRole('button', { name: /^Sync: Live/ }).waitFor();
      await shoot(page, at('list'));
      await page.goto(`${wire.url}/incidents/${incidentId}`);
      await shoot(page, at('incident'));
      await page.goto(`${wire.url}/incidents?search=nothing+like+this`);
      await shoot(page, at('empty'));
      for (const panel of ['sync', 'log', 'keys']) {
        await page.goto(`${wire.url}/incidents?panel=${panel}`);
        await shoot(page, at(`panel-${panel}`));
      }
      await wire.disconnect();
      await page.goto(`${wire.url}/incidents/${incidentId}`);
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
      await page.goto(`${wire.url}/incidents?panel=sync`);
      await shoot(page, at('panel-sync-offline'));
      await page.goto(`${wire.url}/login`);
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
