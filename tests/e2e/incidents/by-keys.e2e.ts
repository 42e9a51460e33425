import type { Locator, Page } from 'playwright';
import { expect, test } from '../fixtures.ts';
import { expectCalm } from '../sync-panel.ts';

/** More than any page of this test has stops. */
const MOST_PRESSES = 150;

/** Goes on with the Tab key until the focus stands on something. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not come to ${String(target)}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Chooses in a select by the beginning of an option's name. */
async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await press(page, select);
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  await page.keyboard.type(option.slice(0, 4));
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
}

test('an incident is opened, worked and resolved without a pointer', async ({ signedIn, facts, person }) => {
  const page = await signedIn('commander');
  const title = `By keys ${(await person('commander')).id.slice(0, 8)}`;
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await press(page, page.getByRole('button', { name: `Add factor to ${title}` }));
  await page.keyboard.type('Disk full');
  await page.keyboard.press('Enter');
  const node = page.getByRole('button', { name: 'Disk full', exact: true });
  await expect(node).toBeFocused();
  await choose(page, page.getByRole('button', { name: /Status of Disk full/ }), 'Proven');
  const composer = page.getByRole('region', { name: 'Disk full' }).locator('textarea').first();
  await tabTo(page, composer);
  await page.keyboard.type('Seen on the graph');
  await page.keyboard.press('Control+Enter');
  await expect(composer).toHaveValue('');

  await press(page, page.getByRole('button', { name: 'Definition of done', exact: true }));
  await press(page, page.getByRole('button', { name: 'Add to definition of done' }));
  await tabTo(page, page.getByRole('tab', { name: 'Automatic' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: /What must be true/ }));
  await page.keyboard.type('Disk below 80 %');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }));
  const item = page.getByRole('checkbox', { name: 'Disk below 80 %' });
  await press(page, item, 'Space');
  await expect(item).toBeChecked();

  await press(page, page.getByRole('button', { name: 'Details', exact: true }));
  await choose(
    page,
    page.getByRole('group', { name: 'Details' }).getByRole('button', { name: /Status$/ }),
    'Resolved',
  );
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Skip' }));
  await expectCalm(page);
  const stands = `select i.status, h.status as factor, count(distinct c.id)::int as comments, bool_and(e.done) as done
    from incidents i
    join hypotheses h on h.incident_id = i.id and h.type = 'factor'
    left join comments c on c.hypothesis_id = h.id
    left join hypotheses r on r.incident_id = i.id and r.type = 'root'
    left join evidences e on e.hypothesis_id = r.id
    where i.title = $1 group by 1, 2`;
  await expect
    .poll(() => facts.rows(stands, [title]))
    .toEqual([{ status: 'resolved', factor: 'proven', comments: 1, done: true }]);
});
