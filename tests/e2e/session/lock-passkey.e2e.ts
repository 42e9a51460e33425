import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { sessionCookie } from '../people.ts';
import { throughReload } from '../reload.ts';
import { storedText } from '../stored-text.ts';
import { syncPanel } from '../sync-panel.ts';

/** What a tablet has built in: it knows its person and can encrypt. */
const builtIn = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  hasPrf: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

test('a passkey locks what is on this device from the sync panel, opens it and comes off again', async ({
  wire,
  stack,
  person,
  scene,
  signedIn,
}) => {
  const responder = await person('responder');
  const cookie = await sessionCookie(stack, responder);
  const page = await signedIn('responder', {
    path: `/incidents/${scene.incidentId}`,
    // A passkey belongs to a name, never to a bare address.
    origin: wire.url.replace('127.0.0.1', 'localhost'),
    cookies: [{ ...cookie, domain: 'localhost' }],
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', { options: builtIn });
  const incident = incidentPage(page, scene);
  await incident.comment('Nobody else is to read this');
  await expect.poll(() => storedText(page)).toContain('Nobody else is to read this');
  const locked = page.getByRole('heading', { level: 1, name: 'Locked' });
  const panel = syncPanel(page);

  await panel.open();
  await panel.tab('On this device');
  await panel.dialog.getByRole('button', { name: 'Lock this device' }).click();
  await throughReload(page, () => page.getByRole('button', { name: 'Lock with a passkey' }).click());
  await expect(locked).toBeVisible();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveCount(0);
  await expectNoAxeFindings(page, 'locked with a passkey');
  expect(await storedText(page)).not.toContain('Nobody else is to read this');

  await page.getByRole('button', { name: 'Unlock with the passkey' }).click();
  await expect(incident.written('Nobody else is to read this')).toBeVisible();

  // The address keeps the panel open over a reload.
  await expect(panel.dialog).toBeVisible();
  await panel.tab('On this device');
  await panel.dialog.getByRole('button', { name: 'Take the lock off' }).click();
  await throughReload(page, () =>
    page.getByRole('button', { name: 'Take the lock off with the passkey' }).click(),
  );
  await expect(panel.dialog).toBeVisible();
  await expect(locked).toHaveCount(0);
  await expect(incident.written('Nobody else is to read this')).toBeVisible();
  await expect.poll(() => storedText(page)).toContain('Nobody else is to read this');

  // A page that was closed before it could forget the lock, or that could not be told, finds out (LCK9).
  await page.evaluate((id) => localStorage.setItem('holdfast.locked', JSON.stringify([id])), responder.id);
  await page.reload();
  await expect(incident.written('Nobody else is to read this')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('holdfast.locked'))).toBeNull();
});
