import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../sign-in-page.ts';
import { expectArrived, expectCalm } from '../sync-panel.ts';
import { createPlaybook } from './playbook-scene.ts';

const cards = (page: Page): Locator => page.getByRole('region', { name: 'Playbooks' }).getByRole('listitem');
const dialog = (page: Page): Locator => page.getByRole('dialog');
const editor = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Spec' });
const content = (page: Page): Locator => page.getByRole('region', { name: 'Spec content' });
const named = (): string => `playbook-${randomUUID().slice(0, 8)}`;

async function choose(page: Page, title: string, item: 'Edit' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${title}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a playbook is added, edited and deleted, and what cannot be read or kept is not saved', async ({
  facts,
  signedIn,
  person,
}) => {
  const title = named();
  const me = await person('admin');
  const page = await signedIn('admin', { path: '/playbooks' });
  await expect(cards(page).first()).toBeVisible();

  // By keyboard alone: the form, and what it lacks.
  await page.keyboard.press('c');
  await expect(dialog(page)).toContainText('Add playbook');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This field is required')).toHaveCount(2);
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('actions');
  await expect(dialog(page).getByText('A playbook is a list', { exact: false })).toBeVisible();

  // Broken: the text stays, and is not saved.
  await editor(page).fill('actions:\n\t- name: Roll');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('This is not valid YAML', { exact: false })).toBeVisible();
  await expect(editor(page)).toContainText('- name: Roll');
  await editor(page).fill('password: hunter22');
  await expect(dialog(page).getByText('It holds what looks like a password', { exact: false })).toBeVisible();

  // What the schema does not know is shown, and can be saved; remarks stay until then.
  await editor(page).fill(
    '# mine\ncategory: Nodes\nicon: k8s-node\nx-unknown:\n  deep: [1]\nactions:\n  - name: Drain\n    exec:\n      script: kubectl drain\n',
  );
  await expect(dialog(page).getByText('“x-unknown” is not a known field', { exact: false })).toBeVisible();
  await expect(dialog(page).getByText('Comments stay while you edit', { exact: false })).toBeVisible();
  await expectNoAxeFindings(page, 'a new playbook');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Playbook Spec created successfully')).toBeVisible();
  const spec = {
    category: 'Nodes',
    icon: 'k8s-node',
    'x-unknown': { deep: [1] },
    actions: [{ name: 'Drain', exec: { script: 'kubectl drain' } }],
  };
  expect(
    await facts.rows(
      'select name, title, source, category, icon, description, spec, created_by from playbooks where title = $1',
      [title],
    ),
  ).toEqual([
    {
      name: title,
      title,
      source: 'UI',
      category: 'Nodes',
      icon: 'k8s-node',
      description: null,
      spec,
      created_by: me.id,
    },
  ]);

  // From its card: the definition comes with the form; only what changed is sent, and columns follow the definition.
  await choose(page, title, 'Edit');
  await expect(editor(page)).toContainText('x-unknown:');
  await expect(editor(page)).not.toContainText('# mine');
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await choose(page, title, 'Edit');
  await editor(page).fill('description: Moves pods away\nx-unknown:\n  deep: [1]\nactions: []\n');
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Playbook Spec updated successfully')).toBeVisible();
  const card = cards(page).filter({ hasText: title });
  await expect(card).toContainText('Moves pods away');
  expect(
    await facts.rows('select category, icon, description, spec from playbooks where title = $1', [title]),
  ).toEqual([
    {
      category: '',
      icon: null,
      description: 'Moves pods away',
      spec: { description: 'Moves pods away', 'x-unknown': { deep: [1] }, actions: [] },
    },
  ]);
  await expectNoAxeFindings(page, 'the cards with their menus');

  // Its page, which notifications and jobs link to.
  await card.getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(/\/playbooks\/[0-9a-f-]{36}$/u);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(content(page)).toContainText('actions: []');
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await expect(page.getByText('No parameters for this playbook.')).toBeVisible();
  await expectNoAxeFindings(page, 'a playbook');
  await expect(page.getByRole('link', { name: 'History' })).toHaveAttribute(
    'href',
    /^\/playbooks\/runs\?playbook=/u,
  );
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/\/playbooks\/[0-9a-f-]{36}\/run$/u);
  await page.goBack();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete playbook' }).click();
  await expect(page.getByText('Playbook deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/playbooks$/u);
  await expect(card).toHaveCount(0);
  expect(await facts.value('select deleted_at is not null from playbooks where title = $1', [title])).toBe(
    true,
  );
});

test('without a network a playbook is made and edited again, arrives once, and a clash is told', async ({
  facts,
  visit,
  wire,
}) => {
  const { id, title } = await createPlaybook(facts);
  const added = named();
  const { page } = await visit('editor');
  await waitForServiceWorker(page);
  await page.goto(`/playbooks/${id}`);
  await expect(content(page)).toContainText('Roll the pods');
  await expectCalm(page);
  await wire.disconnect();

  await page.goto(`/playbooks/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor(page).fill('actions: [{ name: mine }]');
  // The schema was never read on this device: the form says so, and does without.
  await expect(
    dialog(page).getByText('It is not checked against the schema', { exact: false }),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
  await expect(content(page)).toContainText('name: mine');

  await page.goto('/playbooks');
  await page.getByRole('button', { name: 'Add playbook' }).click();
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill(added);
  await editor(page).fill('actions: [{ name: one }]');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await cards(page).filter({ hasText: added }).getByRole('link', { name: added, exact: true }).click();
  await expect(content(page)).toContainText('name: one');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor(page).fill('actions: [{ name: two }]');
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(content(page)).toContainText('name: two');
  await expectNoAxeFindings(page, 'a playbook that waits');

  const theirs = { actions: [{ name: 'theirs' }] };
  await facts.rows('update playbooks set spec = $2 where id = $1', [id, JSON.stringify(theirs)]);
  await wire.connect();
  const one = (): Promise<unknown[]> =>
    facts.rows('select spec, source from playbooks where name = $1', [added]);
  await expect
    .poll(one, { timeout: 90_000 })
    .toEqual([{ spec: { actions: [{ name: 'two' }] }, source: 'UI' }]);
  await page.goto(`/playbooks?search=${title.replace(' ', '+')}`);
  await expect(cards(page).getByText('Changed on the server too')).toBeAttached();
  expect(await facts.rows('select spec from playbooks where id = $1', [id])).toEqual([{ spec: theirs }]);
  await page.getByRole('button', { name: /^Sync: / }).click();
  await dialog(page).getByRole('button', { name: 'Apply mine' }).first().click();
  await expectArrived(page, () => facts.rows('select spec from playbooks where id = $1', [id]), [
    { spec: { actions: [{ name: 'mine' }] } },
  ]);
});

test('what is defined elsewhere, what the server refuses, and who may do what', async ({
  facts,
  signedIn,
  wire,
}) => {
  const { id, title } = await createPlaybook(facts);
  const [ofCluster = { id: '', title: '' }] = await facts.rows<{ id: string; title: string }>(
    `select id, title from playbooks where source = 'KubernetesCRD' limit 1`,
  );
  // Playbooks are an editor's, connections are not (spec 6).
  const page = await signedIn('editor', { path: `/playbooks/${ofCluster.id}` });
  await expect(
    page.getByText('Read-only: it is defined by the Kubernetes resource', { exact: false }),
  ).toBeVisible();
  for (const name of ['Edit', 'Delete'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.goto('/playbooks');
  await page.getByRole('button', { name: `Actions of ${ofCluster.title}` }).click();
  await expect(page.getByRole('menuitem', { name: /^Edit/u })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.goto(`/playbooks/runs?playbook=${id}`);
  const gated = page.getByRole('button', { name: 'Edit Playbook' });
  await expect(gated).toHaveAttribute('aria-disabled', 'true');
  await expect(gated).toHaveAccessibleDescription(/write connections/u);
  await expectNoAxeFindings(page, 'the runs of a playbook');

  // Taken back where it is refused, in the words of the server.
  wire.add({
    method: 'PATCH',
    path: /\/db\/playbooks/u,
    fault: {
      do: 'lie',
      status: 403,
      contentType: 'application/json',
      body: '{"message":"not yours","code":"42501","details":null,"hint":null}',
    },
  });
  await page.goto('/playbooks');
  await choose(page, title, 'Edit');
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill(`${title} b`);
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Unable to update playbook spec: ', { exact: false }).first()).toBeVisible();
  await expect(cards(page).getByRole('link', { name: title, exact: true })).toBeVisible();

  const admin = await signedIn('admin', { path: `/playbooks/runs?playbook=${id}` });
  await expect(admin.getByRole('link', { name: 'Run Playbook' })).toHaveAttribute(
    'href',
    `/playbooks/${id}/run`,
  );
  await admin.getByRole('button', { name: 'Edit Playbook' }).click();
  await expect(editor(admin)).toContainText('Roll the pods');

  const viewer = await signedIn('viewer', { path: `/playbooks/${id}` });
  await expect(content(viewer)).toContainText('Roll the pods');
  for (const name of ['Edit', 'Delete', 'Run'])
    await expect(viewer.getByRole('button', { name, exact: true })).toHaveCount(0);
  await viewer.goto('/playbooks');
  await expect(cards(viewer).filter({ hasText: title })).toBeVisible();
  await expect(viewer.getByRole('button', { name: /^Actions of|^Add playbook/u })).toHaveCount(0);
  await expect(cards(viewer).getByRole('link', { name: /^Run /u })).toHaveCount(0);
  await viewer.goto(`/playbooks/runs?playbook=${id}`);
  await expect(viewer.getByRole('grid', { name: 'Playbook runs' })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Edit Playbook' })).toHaveCount(0);
  await viewer.goto('/playbooks/00000000-0000-4000-8000-000000000000');
  await expect(viewer.getByText('No resources found')).toBeVisible();
});

test('a definition with a password in it is edited, and the password stays', async ({ facts, signedIn }) => {
  const { id, title } = await createPlaybook(facts);
  const env = [{ name: 'DB_PASSWORD', value: 'correct-horse-9' }];
  const stored = { description: 'Rolls', actions: [{ name: 'Roll', exec: { script: 'roll', env } }] };
  await facts.rows('update playbooks set spec = $2 where id = $1', [id, JSON.stringify(stored)]);
  const page = await signedIn('admin', { path: `/playbooks?search=${title.replace(' ', '+')}` });
  await choose(page, title, 'Edit');
  await expect(dialog(page)).toContainText('[not kept] stands for texts that may be secrets');
  await expect(editor(page)).toContainText('[not kept]');
  await expect(editor(page)).not.toContainText('correct-horse-9');
  const text = (script: string, value: string): string =>
    JSON.stringify({
      description: 'Rolls',
      actions: [{ name: 'Roll', exec: { script, env: [{ name: 'DB_PASSWORD', value }] } }],
    });
  // A new one is none for this form, and the old one cannot be taken away unseen.
  await editor(page).fill(text('roll --all', 'hunter22'));
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(dialog(page).getByText('looks like a password', { exact: false })).toBeVisible();
  await editor(page).fill(text('roll --all', '[not kept]'));
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Playbook Spec updated successfully')).toBeVisible();
  expect(await facts.value('select spec from playbooks where id = $1', [id])).toEqual({
    ...stored,
    actions: [{ name: 'Roll', exec: { script: 'roll --all', env } }],
  });
});
