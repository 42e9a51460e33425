import type { Locator, Page } from 'playwright';
import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { expectCalm } from '../sync-panel.ts';
import { demoSubjects, evidenceOf } from './evidence-page.ts';

/** The dialog that makes incidents. */
function creating(page: Page): {
  readonly dialog: Locator;
  readonly title: Locator;
  readonly description: Locator;
  readonly create: Locator;
} {
  const dialog = page.getByRole('dialog', { name: 'Create New Incident' });
  return {
    dialog,
    title: dialog.getByRole('textbox', { name: 'Title' }),
    description: dialog.getByRole('textbox', { name: 'Description' }),
    create: dialog.getByRole('button', { name: 'Create', exact: true }),
  };
}

test('an incident is made with its root hypothesis and opens', async ({ signedIn, facts, person }) => {
  const page = await signedIn('commander');
  const title = `Made online ${(await person('commander')).id.slice(0, 8)}`;
  await page.getByRole('button', { name: 'New incident' }).click();
  const form = creating(page);
  await expect(form.title).toBeFocused();
  await expectNoAxeFindings(page, 'the create dialog');
  await form.create.click();
  await expect(form.dialog.getByText('This field is required')).toBeVisible();
  await form.title.fill(title);
  await form.description.fill('All regions');
  await form.dialog.getByRole('button', { name: /Severity/ }).click();
  await page.getByRole('option', { name: 'Critical' }).click();
  await form.create.click();
  await expect(page).toHaveURL(/\/incidents\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('region', { name: title })).toBeVisible();
  const rows = (): Promise<object[]> =>
    facts.rows(
      `select severity, i.type, i.status, i.created_by, i.commander_id, i.communicator_id, count(h.id)::int as nodes
       from incidents i join hypotheses h on h.incident_id = i.id and h.type = 'root' and h.status = 'possible'
       where i.title = $1 group by i.id`,
      [title],
    );
  const { id: maker } = await person('commander');
  await expect.poll(rows).toEqual([
    {
      severity: 'critical',
      type: 'availability',
      status: 'open',
      created_by: maker,
      commander_id: maker,
      communicator_id: maker,
      nodes: 1,
    },
  ]);
  await expectCalm(page);
});

test('one made offline is "new" until the server has numbered it, and arrives once', async ({
  visit,
  wire,
  facts,
  person,
}) => {
  const { page } = await visit('responder');
  const title = `Made offline ${(await person('responder')).id.slice(0, 8)}`;
  await page.goto('/incidents');
  await expect(page.getByRole('grid', { name: 'Incidents' })).toBeVisible();
  await wire.disconnect();
  await page.keyboard.press('c');
  const form = creating(page);
  await form.title.fill(title);
  await form.title.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Incidents', exact: true }).first().click();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('new', { exact: true })).toBeVisible();
  wire.add({ method: 'POST', path: /\/api\/db\/incidents/, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expect(row.getByText(/^INC-\d+$/)).toBeVisible();
  await expectCalm(page);
  expect(await facts.value('select count(*)::int from incidents where title = $1', [title])).toBe(1);
  expect(
    await facts.value('select count(*)::int from hypotheses where title = $1 and type = $2', [title, 'root']),
  ).toBe(1);
});

test(
  'one made with evidence offline brings incident, hypothesis and evidence in order',
  { tag: '@first' },
  async ({ stack, visit, wire, facts, person }) => {
    const { component } = await demoSubjects(stack);
    const { page } = await visit('responder');
    const title = `Made with evidence ${(await person('responder')).id.slice(0, 8)}`;
    await page.goto('/incidents');
    await wire.disconnect();
    await page.getByRole('button', { name: 'New incident' }).click();
    const { dialog, title: titleField, create } = creating(page);
    await titleField.fill(title);
    const evidence = dialog.getByRole('region', { name: 'Evidence' });
    await evidence.getByRole('button', { name: 'Add evidence' }).click();
    await evidence.getByRole('searchbox', { name: 'Search components' }).fill(component.name);
    // By its own line: the name of one may be the namespace of another.
    const itsName = page.getByText(component.name, { exact: true });
    await evidence.getByRole('option').filter({ has: itsName }).first().click();
    await expect(evidence.getByRole('button', { name: `Remove evidence ${component.name}` })).toBeVisible();
    await evidence.getByRole('textbox', { name: 'What it shows' }).fill('red since noon');
    await expectNoAxeFindings(page, 'the create dialog with evidence');
    await create.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const made = { incidentId: '', hypothesisId: '', number: '', title, hypothesisTitle: title };
    await expect(evidenceOf(page, made).item('red since noon')).toBeVisible();
    wire.add({ method: 'POST', path: /\/api\/db\/hypotheses/, fault: { do: 'lose-reply' }, times: 1 });
    await wire.connect();
    await expectCalm(page);
    const rows = await facts.rows(
      `select h.type as node, e.type, e.description, c.name, e.evidence -> 'snapshot' ->> 'name' as frozen
     from incidents i join hypotheses h on h.incident_id = i.id
     join evidences e on e.hypothesis_id = h.id join components c on c.id = e.component_id
     where i.title = $1`,
      [title],
    );
    expect(rows).toEqual([
      {
        node: 'root',
        type: 'topology',
        description: 'red since noon',
        name: component.name,
        frozen: component.name,
      },
    ]);
  },
);

test('one made offline begins with chosen lines of a catalog item, which arrive in order', async ({
  stack,
  visit,
  wire,
  facts,
  person,
}) => {
  const { config } = await demoSubjects(stack);
  const { page } = await visit('responder');
  const title = `Made with lines ${(await person('responder')).id.slice(0, 8)}`;
  await page.goto('/incidents');
  await page.getByRole('button', { name: 'New incident' }).click();
  const { dialog, title: titleField, create } = creating(page);
  const evidence = dialog.getByRole('region', { name: 'Evidence' });
  const choose = evidence.getByRole('button', { name: /of .*$/ }).filter({ hasText: 'Choose lines' });
  const lines = evidence.getByRole('listbox', { name: `Lines of ${config.name}` });
  // The untouched title loses the focus with this press, and what is said of it then must not swallow the press.
  await expect(titleField).toBeFocused();
  await evidence.getByRole('button', { name: 'Add evidence' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await evidence.getByRole('tab', { name: 'Catalog item' }).click();
  await evidence.getByRole('searchbox', { name: 'Search catalog items' }).fill(config.name);
  const itsName = page.getByText(config.name, { exact: true });
  await evidence.getByRole('option').filter({ has: itsName }).first().click();
  // Its document was looked at while there was a network.
  await choose.click();
  await expect(lines.getByRole('option').first()).toBeVisible();
  await wire.disconnect();
  await page.reload();
  await page.getByRole('button', { name: 'New incident' }).click();
  await titleField.fill(title);
  await choose.click();
  await evidence.getByRole('searchbox', { name: `Find in the lines of ${config.name}` }).fill('kind');
  const line = lines.getByRole('option').first();
  await line.click();
  await expect(line).toHaveAttribute('aria-selected', 'true');
  const text = (await line.locator('span').last().innerText()).trim();
  await evidence.getByRole('textbox', { name: 'What it shows' }).fill('look at this');
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const made = { incidentId: '', hypothesisId: '', number: '', title, hypothesisTitle: title };
  await expect(evidenceOf(page, made).item('look at this').locator('mark')).toContainText(text);
  wire.add({ method: 'POST', path: /\/api\/db\/evidences/, fault: { do: 'lose-reply' }, times: 1 });
  await wire.connect();
  await expectCalm(page);
  const rows = await facts.rows(
    `select h.type as node, e.type, e.description, e.config_id = $2 as points,
            jsonb_array_length(e.evidence -> 'lines') > 1 as has_lines,
            (select array_agg(trim(value)) from jsonb_each_text(e.evidence -> 'selected_lines')) as chosen
     from incidents i join hypotheses h on h.incident_id = i.id join evidences e on e.hypothesis_id = h.id
     where i.title = $1`,
    [title, config.id],
  );
  expect(rows).toEqual([
    {
      node: 'root',
      type: 'config',
      description: 'look at this',
      points: true,
      has_lines: true,
      chosen: [text],
    },
  ]);
  // Each row after the one it hangs on.
  const tables = wire.seen
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => /\/api\/db\/(incidents|hypotheses|evidences)/.exec(path)?.[1])
    .filter((table) => table !== undefined);
  expect([...new Set(tables)]).toEqual(['incidents', 'hypotheses', 'evidences']);
});

test('a half-written one is kept when the dialog is closed and the page left', async ({ visit }) => {
  const { page } = await visit('responder');
  await page.goto('/incidents');
  await page.getByRole('button', { name: 'New incident' }).click();
  const form = creating(page);
  await form.title.fill('Half a thought');
  await form.description.fill('and the rest of it');
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'New incident' }).click();
  await expect(form.title).toHaveValue('Half a thought');
  await expect(form.description).toHaveValue('and the rest of it');
  await form.dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(form.title).toHaveValue('');
});

test('the list is filtered by address, menu and search, and walked by keys', async ({
  signedIn,
  makeScene,
  person,
}) => {
  const tag = (await person('responder')).id.slice(0, 8);
  const mine = await makeScene({ title: `Pool ${tag}`, type: 'security', severity: 'low' });
  const other = await makeScene({ title: `Queue ${tag}`, status: 'mitigated' });
  const page = await signedIn('responder', { path: `/incidents?search=${tag}` });
  const grid = page.getByRole('grid', { name: 'Incidents' });
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Id',
    'Type',
    'Severity',
    'Status',
    'Name',
    'Age',
    'Responders',
  ]);
  await expect(grid.getByRole('link', { name: mine.title })).toBeVisible();
  await expect(grid.getByRole('link', { name: other.title })).toBeHidden();
  await expect(page.getByText('1 more active (1 mitigated)')).toBeVisible();
  await page.getByRole('button', { name: 'Show incidents of every status' }).click();
  await expect(page).toHaveURL(/status=all/);
  await expect(grid.getByRole('link', { name: other.title })).toBeVisible();
  await page.getByRole('button', { name: 'Type filter' }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await expect(grid.getByRole('link', { name: other.title })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search incidents' }).fill(`no such ${tag}`);
  await expect(page.getByText('There are no incidents matching this criteria')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search incidents' }).fill(tag);
  const row = grid.getByRole('row').filter({ hasText: mine.title });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: mine.title })).toBeVisible();
  await page.goBack();
  await expect(row).toBeFocused();
});

test('a viewer reads the list and is told why there is none to make', async ({ signedIn, scene }) => {
  const page = await signedIn('viewer', { path: `/incidents?search=${scene.title.slice(-8)}` });
  await expect(page.getByRole('link', { name: scene.title })).toBeVisible();
  const plus = page.getByRole('button', { name: 'New incident' });
  await expect(plus).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('c');
  await expect(creating(page).dialog).toBeHidden();
});
