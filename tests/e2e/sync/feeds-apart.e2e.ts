import { expectNoAxeFindings } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { syncChip, syncPanel } from '../sync-panel.ts';

const busy = { do: 'lie', status: 503, contentType: 'application/json', body: '{}' } as const;

test('a view that fails, one that is cut off and one that takes long leave everything else as it is, and are named', async ({
  stack,
  scene,
  wire,
  signedIn,
}) => {
  wire.add({ path: /\/db\/component_relationships\?/u, fault: busy });
  wire.add({ path: /\/db\/agents\?/u, fault: { do: 'cut' } });
  wire.add({ path: /\/db\/canaries\?/u, fault: { do: 'delay', ms: 5000 } });
  const page = await signedIn('responder', { path: `/incidents/${scene.incidentId}` });
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Live|Updated)/u, { timeout: 90_000 });

  // What others do goes on arriving, several intervals long.
  for (const text of ['First of somebody else', 'Second of somebody else']) {
    await stack.sql(
      `insert into comments (id, comment, created_by, incident_id, hypothesis_id)
       select gen_random_uuid(), $1, commander_id, id,
         (select h.id from hypotheses h where h.incident_id = incidents.id and h.parent_id is null limit 1)
       from incidents where id = $2`,
      [text, scene.incidentId],
    );
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(syncChip(page)).toHaveAccessibleName(/^Sync: (Live|Updated)/u);

  const panel = syncPanel(page);
  await panel.open();
  const behind = panel.dialog.getByRole('list', { name: 'Not up to date' }).getByRole('listitem');
  await expect(behind.filter({ hasText: 'Component links' })).toContainText(
    'The server is busy or restarting.',
  );
  await expect(behind.filter({ hasText: 'Agents' })).toContainText(
    'No answer came. Nothing of it is here yet.',
  );
  // How long a first download takes says nothing of a view; what follows does.
  await panel.dialog.getByRole('button', { name: 'Sync now' }).click();
  await expect(behind.filter({ hasText: 'Canaries' })).toContainText('The server takes long to answer.');
  await expect(behind).toHaveCount(3);
  await expectNoAxeFindings(page, 'what is not up to date');

  // A view that answers again is taken up at once when a person asks.
  wire.clear();
  await panel.dialog.getByRole('button', { name: 'Sync now' }).click();
  await expect(behind).toHaveCount(0);
});
