import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { createPlaybook } from './playbook-scene.ts';

const output = (page: Page): Locator => page.getByRole('region', { name: 'Output of Roll out', exact: true });
const line = (page: Page, text: string): Locator => output(page).getByText(text, { exact: true });
const found = (page: Page): Locator => page.getByRole('search').getByRole('status');
const linesTo = (count: number): string =>
  Array.from({ length: count }, (_none, at) => `line ${at}\n`).join('');

test('what a step writes is followed, searched by keys, and read without a network, without its middle where it is long', async ({
  facts: server,
  visit,
  wire,
}) => {
  const { runs } = await createPlaybook(server);
  await server.rows(`update playbook_runs set status = 'running', end_time = null where id = $1`, [
    runs.completed,
  ]);
  const write = (stdout: string, isOver = false): Promise<unknown> =>
    server.rows(
      `update playbook_run_actions set result = $2, status = $3, end_time = case when $4 then now() end where playbook_run_id = $1`,
      [runs.completed, JSON.stringify({ stdout }), isOver ? 'completed' : 'running', isOver],
    );
  await server.rows(
    `insert into playbook_run_actions (name, status, playbook_run_id, start_time) values ('Roll out', 'running', $1, now())`,
    [runs.completed],
  );
  await write(linesTo(500));
  const { page } = await visit('responder');
  await waitForServiceWorker(page);
  await page.goto(`/playbooks/runs/${runs.completed}`);

  // Who is at the end stays there; who has scrolled up is left alone.
  await expect(line(page, 'line 499')).toBeInViewport();
  await write(linesTo(1_000));
  await expect(line(page, 'line 999')).toBeInViewport();
  await output(page).focus();
  await page.keyboard.press('Home');
  await expect(line(page, 'line 0')).toBeInViewport();
  await write(linesTo(1_500));
  const newest = page.getByRole('button', { name: 'To the newest line' });
  await expect(newest).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('line 149');
  await expect(found(page)).toHaveText('1 of 11 lines');
  await expect(output(page).locator('[aria-current=true]')).toHaveText('line 149');
  await expect(output(page).locator('[aria-current=true] mark')).toHaveText('line 149');
  await page.keyboard.press('Enter');
  await expect(output(page).locator('[aria-current=true]')).toHaveText('line 1490');
  await expect(output(page).locator('[aria-current=true]')).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await expect(found(page)).toHaveText('1 of 11 lines');
  await expectNoAxeFindings(page, 'a search in an output');
  await newest.click();
  await expect(line(page, 'line 1499')).toBeInViewport();
  await page.keyboard.press('n');
  await expect(found(page)).toHaveText('2 of 11 lines');
  await page.keyboard.press('Shift+N');
  await expect(output(page).locator('[aria-current=true]')).toHaveText('line 149');

  // Ten megabytes: the beginning and the end, here and without a network.
  const long = `first\n${'\u001B[32mready\u001B[0m and waiting for the next\n'.repeat(250_000)}needle\nlast\n`;
  await write(long, true);
  await server.rows(`update playbook_runs set status = 'completed', end_time = now() where id = $1`, [
    runs.completed,
  ]);
  const looksLong = async (): Promise<void> => {
    await expect(page.getByText(/^Output without [\d.]+ MB of its middle$/u)).toBeVisible();
    await expect(line(page, 'first')).toBeVisible();
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('needle');
    await expect(found(page)).toHaveText('1 of 1 line in what is here');
    await expect(line(page, 'needle')).toBeInViewport();
  };
  await page.reload();
  await looksLong();
  const download = async (): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download logs' }).click(),
    ]);
    return await readFile(await file.path(), 'utf8');
  };
  expect((await download()).length).toBe(long.replaceAll(/\u001B\[\d+m/gu, '').length); // oxlint-disable-line no-control-regex -- colours
  await wire.disconnect();
  await page.reload();
  await looksLong();
  expect(await download()).toMatch(/… \d+ characters are missing here …/u);
  await expect(page.getByText(/could not be asked for its middle/u)).toBeVisible();
});
