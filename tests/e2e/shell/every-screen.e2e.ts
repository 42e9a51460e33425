import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { axeFindingsInBothThemes } from '../axe.ts';
import type { Size } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { shownOnlyByHover, smallTargets, widerThanWindow } from '../geometry.ts';
import { byLink, openScreen, screens, sharesOf, type Screen } from '../screens.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { expectCalm } from '../sync-panel.ts';
import { crawl } from '../tabbing.ts';

/*
 * What must hold on every screen (ux 4.12, 19, 23, 26 to 28): each is opened once and looked at in every way. That their
 * addresses lead to them is shown by sync/spine and session/secrets.
 */

/** Least size of what is pressed, by what it is pressed with. */
const LEAST_PX = { laptop: 24, tablet: 44, phone: 44 } as const;
/** 1280 px at four times the size. */
const AT_400_PERCENT = { width: 320, height: 256 };
const LOOKS = 50;
const LOOK_MS = 100;
/** Who is signed in is led away from the sign-in page. */
const signedOut: Screen = '/login';
const OFFLINE = [
  '/incidents',
  '/incidents/$id',
  '/health',
  '/catalog',
  '/catalog/changes',
  signedOut,
] as const satisfies readonly Screen[];

/** What is found once the page has settled: after a change of its size it is laid out anew. */
async function untilNone(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let found = await look();
  for (let again = 0; again < LOOKS && found.length > 0; again += 1) {
    await pause(LOOK_MS);
    found = await look();
  }
  return found;
}

/** What is wrong with the screen that is open. */
async function findingsOn(page: Page, size: Size, screen: Screen): Promise<readonly string[]> {
  const found = {
    small: await page.evaluate(smallTargets, LEAST_PX[size]),
    'by hover': await page.evaluate(shownOnlyByHover),
    axe: await axeFindingsInBothThemes(page),
    // The keyboard of a tablet finds what that of a laptop does.
    Tab: size === 'tablet' ? [] : await crawl(page),
    'at 400 %': size === 'laptop' ? await at400Percent(page) : [],
  };
  return Object.entries(found).flatMap(([what, all]) => all.map((each) => `${screen}, ${what}: ${each}`));
}

/** What makes the page wider than the window at 400 %. */
async function at400Percent(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(AT_400_PERCENT);
  const found = await untilNone(() => page.evaluate(widerThanWindow));
  if (before !== null) await page.setViewportSize(before);
  return found;
}

for (const size of ['laptop', 'tablet', 'phone'] as const) {
  for (const [share, some] of sharesOf(screens.filter((screen) => screen !== signedOut)).entries()) {
    test(`on a ${size} screens can be read, pressed and tabbed through (${share + 1})`, async ({
      scene,
      signedIn,
    }) => {
      const page = await signedIn('responder', { size });
      const findings: string[] = [];
      for (const screen of some) {
        await openScreen(page, screen, scene, byLink);
        findings.push(...(await findingsOn(page, size, screen)));
      }
      expect(findings).toEqual([]);
    });
  }

  test(`nor is anything wrong on a ${size} before somebody signs in, and without a network`, async ({
    wire,
    scene,
    openDevice,
    signedIn,
  }) => {
    const stranger = await (await openDevice({ size })).newPage();
    await openScreen(stranger, signedOut, scene);
    const findings = [...(await findingsOn(stranger, size, signedOut))];
    const page = await signedIn('responder', { size, serviceWorkers: 'allow' });
    await waitForServiceWorker(page);
    await expectCalm(page);
    for (const screen of OFFLINE) await openScreen(page, screen, scene, byLink);
    await wire.disconnect();
    for (const screen of OFFLINE) {
      await openScreen(page, screen, scene);
      for (const each of await axeFindingsInBothThemes(page)) findings.push(`offline ${screen}: ${each}`);
    }
    expect(findings).toEqual([]);
  });
}
