import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { endSessions } from '../people.ts';
import { fillSignIn } from '../sign-in-page.ts';
import { expectCalm, syncChip } from '../sync-panel.ts';

test('whoever opens Health signed out lands on Health after signing in', async ({ openDevice, person }) => {
  const page = await (await openDevice()).newPage();
  await page.goto('/health');
  await page.waitForURL((url) => url.pathname === '/login');
  await expect(page.getByLabel('E-Mail')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('return_to')).toBe('/health');
  await fillSignIn(page, await person('responder'));
  await page.waitForURL((url) => url.pathname === '/health');
  await expectCalm(page);
});

test('a cold start with an ended session opens the local copy, with Sign in', async ({
  stack,
  person,
  scene,
  facts,
  visit,
}) => {
  const { device, page } = await visit();
  await page.close();
  await endSessions(stack, await person('responder'));
  const again = await device.newPage();
  const incident = incidentPage(again, scene);
  await incident.open();
  await expect(syncChip(again)).toHaveAccessibleName(/^Sync: Signed out/);
  await incident.comment('Written with an ended session');
  expect(new URL(again.url()).pathname).toBe(`/incidents/${scene.incidentId}`);
  await again.getByRole('link', { name: 'Sign in' }).first().click();
  await fillSignIn(again, await person('responder'));
  await again.waitForURL((url) => url.pathname === `/incidents/${scene.incidentId}`);
  await expect.poll(() => facts.commentRows('Written with an ended session')).toBe(1);
  await expectCalm(again);
});
