import { randomUUID } from 'node:crypto';
import { createTwoFilesPatch } from 'diff';
import type { Locator, Page } from 'playwright';
import { stringify } from 'yaml';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { ServerFacts } from '../server-facts.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';

const content = (page: Page): Locator => page.getByRole('region', { name: 'Content', exact: true });
const difference = (page: Page): Locator => content(page).getByRole('region', { name: 'Difference' });
const facts = (page: Page): Locator => page.getByRole('table', { name: 'Facts that differ' });
const side = (page: Page, name: 'Left' | 'Right'): Locator =>
  page.getByRole('region', { name: `${name} side` });

const deployment = (replicas: number, image: string): object => ({
  kind: 'Deployment',
  spec: { image, replicas },
});

/** Two deployments; the content of the first changed twice, and what came before that happened too often to be told. */
async function createPair(server: ServerFacts): Promise<{ one: string; other: string; name: string }> {
  const [one, other] = [randomUUID(), randomUUID()];
  const name = `pair-${one.slice(0, 8)}`;
  const put = (id: string, called: string, health: string, config: object) =>
    server.rows(
      `insert into config_items (id, name, type, config_class, health, status, tags, labels, config, created_at)
       values ($1, $2, 'Kubernetes::Deployment', 'Deployment', $3, 'Running', $4, $5, $6, now() - interval '9 days')`,
      [id, called, health, { cluster: 'larkspur' }, { app: 'web', [`only-${health}`]: 'yes' }, config],
    );
  await put(one, `${name}-one`, 'healthy', deployment(5, 'web:2'));
  await put(other, `${name}-other`, 'unhealthy', deployment(5, 'web:9'));
  const versions = [
    deployment(5, 'web:2'),
    deployment(5, 'web:1'),
    deployment(2, 'web:1'),
    deployment(1, 'web:1'),
  ];
  const patches = [{ spec: { image: 'web:2' } }, { spec: { replicas: 5 } }, { spec: { replicas: 2 } }];
  for (const [at, patch] of patches.entries()) {
    await server.rows(
      `insert into config_changes (id, config_id, change_type, severity, source, summary, count, diff, patches, created_at, first_observed)
       values (gen_random_uuid(), $1, 'diff', 'info', 'kubernetes', $2, $3, $4, $5,
               now() - make_interval(mins => $6), now() - make_interval(mins => $6))`,
      [
        one,
        `step ${at}`,
        at === 2 ? 3 : 1,
        createTwoFilesPatch('before', 'after', stringify(versions[at + 1]), stringify(versions[at])),
        patch,
        at * 60 + 10,
      ],
    );
  }
  await server.rows(`update config_items set updated_at = now() - interval '10 minutes' where id = $1`, [
    one,
  ]);
  return { one, other, name };
}

test('two items: chosen among those of the type, facts that differ, contents on one side and on two', async ({
  facts: server,
  signedIn,
}) => {
  const { one, other, name } = await createPair(server);
  const page = await signedIn('viewer', { path: `/catalog/${one}` });
  await page.getByRole('link', { name: 'Compare with…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What is different' })).toBeVisible();
  const type = page.getByRole('region', { name: 'Kubernetes::Deployment' });
  await expect(type.getByRole('link').first()).toBeVisible();
  await expectNoAxeFindings(page, 'the choice of what to compare with');
  // By keys alone.
  await page.getByRole('searchbox', { name: 'Search the catalog' }).focus();
  await page.keyboard.type(name);
  await expect(type.getByRole('link')).toHaveText([`${name}-other`]);
  await type.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain(`left=${one}&right=${other}`);
  await expect(facts(page).getByRole('row')).toHaveText([
    /Fact/u,
    `Name${name}-one${name}-other`,
    'Healthhealthyunhealthy',
    'Labels · only-healthyyesnone',
    'Labels · only-unhealthynoneyes',
  ]);
  await page.getByRole('button', { name: /equal facts$/u }).click();
  await expect(page.getByRole('table', { name: 'Facts that are equal' })).toContainText(
    'Tags · clusterlarkspur',
  );
  await expect(difference(page)).toContainText('image: web:2');
  await expect(difference(page)).toContainText('image: web:9');
  await expectNoAxeFindings(page, 'two items that differ');
  await content(page)
    .getByRole('button', { name: /^Diff:/u })
    .click();
  await page.getByRole('option', { name: 'Unified' }).click();
  await expect.poll(() => page.url()).toContain('layout=unified');
  await page.reload();
  await expect(difference(page).locator('.cm-deletedChunk')).toContainText('web:2');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(difference(page).locator('.cm-deletedChunk')).toContainText('web:9');
});

test('one item at two times: what can be put together, what cannot, and without a network what is kept', async ({
  facts: server,
  visit,
  wire,
}) => {
  const { one, other, name } = await createPair(server);
  const { page } = await visit('viewer');
  await waitForServiceWorker(page);
  await page.goto(`/catalog/compare?left=${one}`);
  await page.getByRole('link', { name: 'The same item at an earlier time' }).click();
  await expect(page.getByText('Both sides show the same item at the same time.')).toBeVisible();
  await expect(content(page)).toContainText('The contents are equal.');
  const why =
    'The content before “step 2” is not known: it happened 3 times, and only the last diff is on record.';
  await expect(side(page, 'Left')).toContainText(why);
  const times = side(page, 'Left').getByRole('button', { name: /^Content as of/u });
  await times.click();
  await expect(page.getByRole('option')).toHaveText(['Now', /^Before .*: step 0$/u, /^Before .*: step 1$/u]);
  await page.getByRole('option', { name: /step 1$/u }).click();
  await expect.poll(() => page.url()).toContain('leftBefore=');
  for (const text of ['replicas: 2', 'image: web:1', 'replicas: 5', 'image: web:2'])
    await expect(difference(page)).toContainText(text);
  await expectNoAxeFindings(page, 'one item at two times');

  await wire.disconnect();
  await page.reload();
  await expect(difference(page)).toContainText('replicas: 2');
  await expect(side(page, 'Left')).toContainText('Shown as of');
  // What was never read is not here, and that is said of it.
  await page.goto(`/catalog/compare?left=${one}&right=${other}`);
  await expect(content(page)).toContainText(`The content of ${name}-other is not on this device.`);
  await expect(facts(page)).toContainText('unhealthy');
  await expectNoAxeFindings(page, 'a comparison that lacks a content');
});
