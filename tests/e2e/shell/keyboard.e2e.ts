import { expect, test } from '../fixtures.ts';
import { checkPage, eachTab } from '../health/check-page.ts';
import { createCheck } from '../health/check-scene.ts';
import { crawl } from '../tabbing.ts';

/* What the keyboard alone can do everywhere (ux 4.12, 19, 23, 26); what it does on one screen stands with that screen. */

for (const size of ['laptop', 'phone'] as const) {
  test(`the Tab key comes to everything in the dialog of a check on a ${size}, and to nothing outside it`, async ({
    facts,
    signedIn,
  }) => {
    const check = checkPage(await signedIn('editor', { size }), await createCheck(facts));
    await check.open('&timeRange=2h');
    const findings: string[] = [];
    await eachTab(check, async (tab) => {
      for (const finding of await crawl(check.page)) findings.push(`${tab}: ${finding}`);
      const isInside = await check.dialog.evaluate((dialog) => dialog.contains(document.activeElement));
      if (!isInside) findings.push(`${tab}: the focus has left the dialog`);
    });
    expect(findings).toEqual([]);
  });
}

test('Escape in the dialog of a check closes what lies over it first, and gives the focus back to its row', async ({
  facts,
  signedIn,
}) => {
  const scene = await createCheck(facts);
  const page = await signedIn('editor', { path: `/health?groupBy=no_grouping&query=${scene.name}` });
  const check = checkPage(page, scene);
  const row = page.getByRole('grid', { name: 'Checks' }).getByRole('row', { name: new RegExp(scene.name) });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(check.history).toBeVisible();
  await expect
    .poll(() => check.dialog.evaluate((dialog) => dialog.contains(document.activeElement)))
    .toBe(true);
  const playbooks = check.dialog.getByRole('button', { name: 'Playbooks' });
  await playbooks.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Playbooks' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(check.dialog).toBeVisible();
  await expect(playbooks).toBeFocused();
  // The words beside the button that has the focus may be a layer too (WCAG 1.4.13).
  await page.keyboard.press('Escape');
  await expect(check.dialog).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? ''))
    .toContain(scene.name);
});

test('a long incident never hides the focus under what sticks', async ({ scene, facts, signedIn }) => {
  for (let at = 0; at < 25; at += 1) {
    await facts.rows(
      `insert into comments (incident_id, hypothesis_id, comment, created_by)
       select $1, $2, $3, created_by from incidents where id = $1`,
      [scene.incidentId, scene.hypothesisId, `Line ${at}, see https://status.example/${at}`],
    );
  }
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}`, size: 'phone' });
  await expect(page.getByText('Line 24')).toBeVisible();
  expect(await crawl(page)).toEqual([]);
});

test('Escape closes one layer after the other and leaves the incident last', async ({ scene, signedIn }) => {
  const page = await signedIn('responder', { path: '/incidents' });
  await page.getByRole('link', { name: scene.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  const detail = page.url();
  await page.getByRole('button', { name: 'Add responder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Responder' });
  await dialog.getByRole('combobox', { name: 'Team' }).press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toBe(detail);
  await expect(page.getByRole('button', { name: 'Add responder' })).toBeFocused();
  // The words beside the button that has the focus are a layer too (WCAG 1.4.13).
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  expect(page.url()).toBe(detail);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/incidents(\?[^/]*)?$/);
});

test('Escape in a field takes its own text back and leaves nothing else', async ({ scene, signedIn }) => {
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  await page.getByRole('button', { name: 'Edit incident title' }).click();
  const field = page.getByRole('textbox', { name: 'Incident title' });
  await field.fill('Half a title');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(scene.incidentId));
});
