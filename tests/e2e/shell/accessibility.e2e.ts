import type { Page } from 'playwright';
import { axeFindingsInBothThemes } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openScreen, screens } from '../screens.ts';
import { signIn, waitForServiceWorker } from '../sign-in-page.ts';
import { expectCalm } from '../sync-panel.ts';

async function settle(page: Page, name: string): Promise<void> {
  // An open panel takes the page behind it out of the accessibility tree, so this goes by the element.
  await expect(page.locator('h1').first(), name).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

for (const size of ['laptop', 'tablet', 'phone'] as const) {
  test(`axe finds nothing on a ${size}`, async ({ wire, scene, person, openDevice }) => {
    const device = await openDevice({ size });
    const page = await device.newPage();
    const findings: string[] = [];
    const look = async (name: string): Promise<void> => {
      for (const finding of await axeFindingsInBothThemes(page)) findings.push(`${name}: ${finding}`);
    };
    await page.goto('/login');
    await settle(page, '/login');
    await look('/login');
    await signIn(page, await person('responder'));
    await waitForServiceWorker(page);
    await expectCalm(page);
    for (const screen of screens) {
      if (screen === '/login') continue;
      await openScreen(page, screen, scene);
      await look(screen);
    }
    await wire.disconnect();
    for (const screen of [
      '/incidents',
      '/incidents/$id',
      '/health',
      '/catalog',
      '/catalog/changes',
      '/login',
    ] as const) {
      await openScreen(page, screen, scene);
      await look(`offline ${screen}`);
    }
    expect(findings).toEqual([]);
  });
}

/** Names of the controls that Tab reaches from the top of the page until it comes round. */
async function tabStops(page: Page): Promise<Set<string>> {
  const reached = new Set<string>();
  for (let press = 0; press < 300; press += 1) {
    await page.keyboard.press('Tab');
    const key = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      element.setAttribute('data-tab-reached', 'yes');
      return 'reached';
    });
    if (key === null && press > 3) break;
    if (key !== null) reached.add(key);
  }
  return reached;
}

for (const screen of ['/incidents', '/incidents/:id'] as const) {
  test(`the keyboard reaches every control of ${screen}`, async ({ scene, signedIn }) => {
    const page = await signedIn('responder', { path: screen.replace(':id', scene.incidentId) });
    await settle(page, screen);
    await tabStops(page);
    const missed = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, input, select, textarea, [role=button]')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.hasAttribute('disabled'))
        // Inside a composite widget (grid, listbox, radio group) arrows move; one stop stands for all of it.
        .filter(
          (element) =>
            element.closest('[role=grid], [role=radiogroup], [role=tablist], [role=toolbar]') === null,
        )
        .filter((element) => element.closest('[aria-hidden=true]') === null)
        .filter((element) => !element.hasAttribute('data-tab-reached'))
        .map((element) => element.outerHTML.slice(0, 160)),
    );
    expect(missed).toEqual([]);
  });
}
