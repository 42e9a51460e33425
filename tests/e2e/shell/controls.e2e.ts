import { expect, test } from '../fixtures.ts';
import { shownOnlyByHover, smallTargets, widerThanWindow } from '../geometry.ts';
import { checkPage, eachTab } from '../health/check-page.ts';
import { createCheck } from '../health/check-scene.ts';
import { openScreen, screens } from '../screens.ts';

/** Least size of what is pressed (ux 4.12, 27), by what it is pressed with. */
const LEAST_PX = { laptop: 24, tablet: 44, phone: 44 } as const;

for (const size of ['laptop', 'tablet', 'phone'] as const) {
  test(`what is pressed on a ${size} is large enough, and there without a pointer over it`, async ({
    scene,
    signedIn,
  }) => {
    const page = await signedIn('responder', { size });
    const findings: string[] = [];
    for (const screen of screens) {
      await openScreen(page, screen, scene);
      for (const small of await page.evaluate(smallTargets, LEAST_PX[size]))
        findings.push(`${screen}, small: ${small}`);
      for (const hidden of await page.evaluate(shownOnlyByHover))
        findings.push(`${screen}, by hover: ${hidden}`);
    }
    expect(findings).toEqual([]);
  });

  test(`so is what is pressed in the dialog of a check on a ${size}`, async ({ facts, signedIn }) => {
    const scene = await createCheck(facts);
    const page = await signedIn('editor', { size });
    const check = checkPage(page, scene);
    await check.open('&timeRange=2h');
    const findings: string[] = [];
    const look = async (where: string): Promise<void> => {
      for (const small of await page.evaluate(smallTargets, LEAST_PX[size]))
        findings.push(`${where}, small: ${small}`);
      for (const hidden of await page.evaluate(shownOnlyByHover))
        findings.push(`${where}, by hover: ${hidden}`);
    };
    await eachTab(check, look);
    await check.tab('History').click();
    await check.history.getByRole('row').nth(1).click();
    await expect(page.getByRole('dialog', { name: /^Run of/ })).toBeVisible();
    await look('a run');
    expect(findings).toEqual([]);
  });
}

test('at 400 % nothing but tables scrolls sideways', async ({ scene, signedIn }) => {
  const page = await signedIn('responder');
  // 1280 px at four times the size.
  await page.setViewportSize({ width: 320, height: 256 });
  const findings: string[] = [];
  for (const screen of screens) {
    await openScreen(page, screen, scene);
    for (const wide of await page.evaluate(widerThanWindow)) findings.push(`${screen}: ${wide}`);
  }
  expect(findings).toEqual([]);
});
