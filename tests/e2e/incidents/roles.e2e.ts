import type { Locator, Page } from 'playwright';
import { expect, test } from '../fixtures.ts';
import { incidentPage } from '../incident-page.ts';
import { setRole, type Person } from '../people.ts';
import { expectCalm, syncPanel } from '../sync-panel.ts';
import { evidenceOf } from './evidence-page.ts';
import { panelPage } from './panel-page.ts';
import {
  expectedWrites,
  fillScene,
  tryWrites,
  WRITES,
  type Resource,
  type RoleScene,
  type Who,
} from './role-writes.ts';

/** A control that writes, and what stands for it where its resource may not be written. */
interface Control {
  readonly what: string;
  readonly at: Locator;
  readonly writes: Resource;
  /** The word of the reason it is blocked with; absent: the control is not there, the screen says why. */
  readonly blocked?: string;
}

/** Controls that stand together, and what of them the screen says it does not allow changing. */
interface Place {
  readonly controls: readonly Control[];
  readonly reasons: readonly string[];
}

const REASON = /your role \(viewer\) does not allow changing ([a-z ]+)/u;

/** 'usable', 'absent' or 'blocked' with the word of the reason: what is there at this moment. */
async function stateOf(control: Locator): Promise<string> {
  const seen = await control.evaluateAll((elements) =>
    elements.map((element) => {
      const by = element.getAttribute('aria-describedby')?.split(' ') ?? [];
      const words = by.map((id) => document.getElementById(id)?.textContent ?? '');
      const isBlocked = element.getAttribute('aria-disabled') === 'true' || element.matches(':disabled');
      return { isBlocked, words: [...words, element.textContent].join('\n') };
    }),
  );
  const states = seen.map(({ isBlocked, words }) =>
    isBlocked ? `blocked: ${REASON.exec(words)?.[1] ?? 'no reason'}` : 'usable',
  );
  return states.length === 0 ? 'absent' : [...new Set(states)].join(' and ');
}

async function reasonsOn(page: Page): Promise<string[]> {
  const texts = await page.getByText(REASON).allTextContents();
  return [...new Set(texts.map((text) => REASON.exec(text)?.[1] ?? text))].toSorted();
}

/** Compares every control of a place with what the role may write. */
async function expectPlace(page: Page, { controls, reasons }: Place, who: Who): Promise<void> {
  const mayAll = controls.every(({ writes }) => WRITES[who].includes(writes));
  const expected = controls.map(({ what, writes, blocked }) => {
    const otherwise = blocked === undefined ? 'absent' : `blocked: ${blocked}`;
    return [what, WRITES[who].includes(writes) ? 'usable' : otherwise];
  });
  await expect
    .poll(
      async () => ({
        ...Object.fromEntries(
          await Promise.all(controls.map(async ({ what, at }) => [what, await stateOf(at)])),
        ),
        reasons: await reasonsOn(page),
      }),
      { message: `what ${who} can do` },
    )
    .toEqual({ ...Object.fromEntries(expected), reasons: mayAll ? [] : reasons.toSorted() });
}

/** The places of the incident's page, in the order in which they are visited. */
function placesOf(
  page: Page,
  scene: RoleScene,
): Readonly<Record<'list' | 'tree' | 'done' | 'menu' | 'plan', Place>> {
  const panel = panelPage(page, scene);
  const { node, composer } = incidentPage(page, scene);
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const inItem = (name: RegExp): Locator => panel.item(scene.item).getByRole('button', { name });
  const choice = (name: RegExp): Locator => page.getByRole('menuitem', { name });
  const incident = (what: string, at: Locator): Control => ({ what, at, writes: 'incident' });
  const evidence = (what: string, at: Locator): Control => ({ what, at, writes: 'evidences' });
  return {
    list: {
      controls: [{ ...incident('new', button('New incident')), blocked: 'incidents' }],
      reasons: ['incidents'],
    },
    tree: {
      controls: [
        incident('title', button('Edit incident title')),
        incident('status', panel.field('Status')),
        incident('severity', panel.field('Severity')),
        incident('type', panel.field('Type')),
        incident('hypothesis title', node.getByRole('button', { name: 'Edit title' })),
        incident('hypothesis status', node.getByRole('button', { name: /Status of/u })),
        incident('hypothesis actions', button(`Actions for ${scene.hypothesisTitle}`)),
        incident('new factor', button(`Add factor to ${scene.hypothesisTitle}`)),
        incident('new solution', button(`Add solution to ${scene.factor}`)),
        incident('new hypothesis', button('Add hypothesis')),
        { what: 'comment', at: composer, writes: 'comments' },
        {
          what: 'comment on any',
          at: page.getByRole('region', { name: 'Comment on any hypothesis' }),
          writes: 'comments',
        },
        evidence('new evidence', evidenceOf(page, scene).add),
        {
          what: 'new responder',
          at: button('Add responder'),
          writes: 'responder',
          blocked: 'responders',
        },
        { what: 'responder deleted', at: button(`Delete responder ${scene.helper}`), writes: 'responder' },
      ],
      reasons: ['comments', 'hypotheses', 'incidents', 'responders'],
    },
    done: {
      controls: [
        evidence('tick', panel.item(scene.item).getByRole('checkbox')),
        evidence('edit', inItem(/^Edit /u)),
        evidence('remove', inItem(/^Remove /u)),
        evidence('add', button('Add to definition of done')),
      ],
      reasons: ['comments', 'hypotheses', 'the definition of done'],
    },
    menu: {
      controls: [
        { ...evidence('delete', choice(/^Delete evidence/u)), blocked: 'evidence' },
        evidence('more', choice(/^Add more of this type/u)),
        incident('attach', choice(/^Attach as Evidence/u)),
      ],
      // What stands behind the menu is said still.
      reasons: ['comments', 'evidence', 'hypotheses', 'the definition of done'],
    },
    plan: {
      controls: [
        incident('new solution', button(`Add solution to ${scene.factor}`)),
        incident('solution status', page.getByRole('button', { name: /Status of Restart them/u })),
      ],
      reasons: ['the definition of done'],
    },
  };
}

async function openEvidenceMenu(page: Page, scene: RoleScene): Promise<void> {
  await evidenceOf(page, scene)
    .item(scene.item)
    .getByRole('button', { name: /^Actions for/u })
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Goes by every control that writes, as the role finds it. */
async function expectControls(page: Page, scene: RoleScene, who: Who): Promise<void> {
  const places = placesOf(page, scene);
  const panel = panelPage(page, scene);
  await expectPlace(page, places.list, who);
  await page.getByRole('link', { name: scene.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible();
  await panel.show('Details');
  await expect(page.getByRole('region', { name: 'Responders' }).getByText(scene.helper)).toBeVisible();
  await expectPlace(page, places.tree, who);
  await panel.show('Definition of done');
  await expect(panel.item(scene.item)).toBeVisible();
  await expectPlace(page, places.done, who);
  await openEvidenceMenu(page, scene);
  await expectPlace(page, places.menu, who);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Action Plan' }).click();
  await expect(page.getByRole('list', { name: 'Solutions by factor' })).toBeVisible();
  await expectPlace(page, places.plan, who);
}

/** A person with the role; `nobody` had one, and it was taken away. */
async function personOf(
  who: Who,
  person: (role: Person['role']) => Promise<Person>,
  takeRole: (person: Person) => Promise<unknown>,
): Promise<Person> {
  const found = await person(who === 'nobody' ? 'responder' : who);
  if (who === 'nobody') await takeRole(found);
  return found;
}

const takeRoles = `delete from casbin_rule where ptype = 'g' and v0 = $1`;

for (const who of Object.keys(WRITES) as readonly Who[]) {
  // the keys of a literal
  test(`${who}: the controls of an incident, and what the server does with every write`, async ({
    stack,
    scene,
    facts,
    person,
    signedIn,
  }) => {
    const filled = await fillScene(stack, facts, scene);
    const { id, role } = await personOf(who, person, (found) => facts.rows(takeRoles, [found.id]));
    const page = await signedIn(role, { path: `/incidents?search=${scene.title.slice(-8)}` });
    await expectControls(page, filled, who);
    expect(await tryWrites(page, facts, filled, id)).toEqual(expectedWrites(filled, id, who));
    const mayAttach = WRITES[who].includes('incident');
    await page.goto('/incidents?panel=attach');
    const linking = page.getByRole('dialog', { name: 'Link to Incident' });
    if (mayAttach) await expect(linking).toBeVisible();
    else await expect.poll(() => reasonsOn(page)).toEqual(['incidents']);
    await expect(linking).toHaveCount(mayAttach ? 1 : 0);
  });
}

test('a role that is changed changes the page that is open', async ({ stack, scene, person, signedIn }) => {
  const responder = await person('responder');
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  const { composer } = incidentPage(page, scene);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect(composer).toBeVisible();
  await setRole(stack, responder, 'viewer');
  await refresh.click();
  await expect(page.getByText(/does not allow changing comments/u)).toBeVisible();
  await expect(composer).toHaveCount(0);
  await setRole(stack, responder, 'commander');
  await refresh.click();
  await expect(composer).toBeVisible();
});

test('switched off, incidents are nowhere; switched on, they are back', async ({
  stack,
  scene,
  facts,
  signedIn,
}) => {
  const filled = await fillScene(stack, facts, scene);
  const flag = (value: string): Promise<unknown> =>
    facts.rows(
      `insert into properties (name, value) values ('incidents.disable', $1)
       on conflict (name) do update set value = excluded.value`,
      [value],
    );
  const page = await signedIn('admin', { path: `/incidents/${scene.incidentId}` });
  const title = page.getByRole('heading', { level: 1, name: scene.title });
  const link = page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Incidents' });
  const off = page.getByRole('heading', { name: 'This feature is switched off' });
  const sync = syncPanel(page);
  const pull = async (): Promise<void> => {
    await sync.open();
    await sync.dialog.getByRole('button', { name: 'Sync now' }).click();
    await sync.close();
  };
  await expect(link).toBeVisible();
  await openEvidenceMenu(page, filled);
  await expect(page.getByRole('menuitem', { name: /^Attach as Evidence/u })).toBeVisible();
  await page.keyboard.press('Escape');
  try {
    await flag('true');
    await pull();
    await expect(off).toBeVisible();
    await expect(page.getByText('incidents.disable')).toBeVisible();
    await expect(link).toHaveCount(0);
    await expect(title).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Actions for/u })).toHaveCount(0);
    // By address neither, nor the dialog of the attach button over it.
    await page.goto('/incidents?panel=attach');
    await expect(off).toBeVisible();
    await expectCalm(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('grid')).toHaveCount(0);
    // Any other value than 'true' is none.
    await flag('false');
    await pull();
    await expect(off).toHaveCount(0);
    await page.goto('/incidents?panel=attach');
    await expect(page.getByRole('dialog', { name: 'Link to Incident' })).toBeVisible();
    await page.goto(`/incidents/${scene.incidentId}`);
    await expect(title).toBeVisible();
    await expect(link).toBeVisible();
  } finally {
    // The server is shared by the tests that follow in this process.
    await facts.rows(`delete from properties where name = 'incidents.disable'`);
  }
});
