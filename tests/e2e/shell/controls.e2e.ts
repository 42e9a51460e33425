import { expect, test } from '../fixtures.ts';
import { shownOnlyByHover, smallTargets } from '../geometry.ts';
import { checkPage, eachTab } from '../health/check-page.ts';
import { createCheck } from '../health/check-scene.ts';

/** Least size of what is pressed (ux 4.12, 27), by what it is pressed with. */
const LEAST_PX = { laptop: 24, tablet: 44, phone: 44 } as const;

for (const size of ['laptop', 'tablet', 'phone'] as const) {
  test(`what is pressed in the dialog of a check on a ${size} is large enough, and there without a pointer over it`, async ({
    facts,
    signedIn,
  }) => {
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
