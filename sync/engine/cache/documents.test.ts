import { describe, expect, it } from 'vitest';
import { incident1, root1, Scene } from '#tests/support/engine-world.ts';
import type { HttpRequest, HttpResponse } from '../../ports.ts';
import { cutsOf } from '../../protocol/cut.ts';
import { createMemoryDocuments } from '../../store/documents/memory-documents.ts';
import { otherUserId, simId, userId } from '#tests/sim/facts.ts';

const config1 = simId(40, 1);

function answer(rows: readonly unknown[], status = 200): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'content-range': rows.length === 0 ? '*/*' : `0-${rows.length - 1}/*`,
      date: 'Sun, 01 Mar 2026 09:00:00 GMT',
    },
    body: JSON.stringify(rows),
    redirected: false,
  };
}

/** A world with documents, whose server answers for configs and their changes. */
function sceneOf(body: (request: HttpRequest) => HttpResponse | Error | null = () => null) {
  const scene = new Scene();
  const documents = createMemoryDocuments();
  let isOnLine = true;
  scene.wrap = (ports) => ({
    ...ports,
    documents,
    lifecycle: {
      isVisible: () => ports.lifecycle.isVisible(),
      isConstrained: () => ports.lifecycle.isConstrained(),
      onChange: (listener) => ports.lifecycle.onChange(listener),
      isOnLine: () => isOnLine,
    },
  });
  scene.meddle = (request) => {
    const made = body(request);
    if (made !== null) return made;
    if (request.path.startsWith('/db/config_items?id=eq.')) {
      return answer([{ id: config1, type: 'Kubernetes::Pod', config: { kind: 'Pod' } }]);
    }
    if (request.path.startsWith('/db/config_changes?config_id=')) return answer([{ id: 'c1' }]);
    return null;
  };
  const asked = (): readonly string[] =>
    scene.sent.map(({ path }) => path.split('?')[0] ?? '').filter((path) => path.startsWith('/db/config_'));
  return {
    scene,
    documents,
    asked,
    goOffline: () => {
      isOnLine = false;
    },
    goOnline: () => {
      isOnLine = true;
    },
  };
}

describe('documents on demand', () => {
  it('[DOC3] a fetched body is there without a network, with its age and the reason', async () => {
    const { scene, goOffline } = sceneOf();
    const tab = await scene.open();
    const first = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(first).toMatchObject({
      claim: { state: 'complete', basis: 'server', reason: null },
      isKept: true,
      body: { config: { kind: 'Pod' } },
    });
    goOffline();
    const later = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(later).toMatchObject({ isKept: true, body: first.body });
    expect(later.claim).toMatchObject({ state: 'complete', basis: 'kept', asOf: first.claim.asOf });
    expect(later.claim.reason).toBe('Not reachable now.');
    expect(await scene.settle(tab.engine.fetchDocument('config', simId(40, 2)))).toMatchObject({
      claim: { state: 'never' },
      body: null,
    });
  });

  it('[DSK7] a damaged body is dropped, said, and fetched again', async () => {
    const { scene, documents, goOffline, goOnline } = sceneOf();
    const tab = await scene.open();
    await scene.settle(tab.engine.fetchDocument('config', config1));
    const kept = await documents.get('config', config1);
    await documents.put({ ...kept!, body: '{"config":{"kind"' });
    goOffline();
    const damaged = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(damaged).toMatchObject({ claim: { state: 'never' }, body: null });
    expect(damaged.claim.reason).toMatch(/damaged and is fetched again/u);
    expect(await documents.get('config', config1)).toBeUndefined();
    goOnline();
    expect(await scene.settle(tab.engine.fetchDocument('config', config1))).toMatchObject({
      claim: { state: 'complete' },
    });
  });

  it('[DOC2] a body that bears a secret is shown and not kept', async () => {
    const { scene, documents } = sceneOf((request) =>
      request.path.startsWith('/db/config_items')
        ? answer([{ id: config1, type: 'Kubernetes::Secret', config: { data: { a: 'eA==' } } }])
        : null,
    );
    const tab = await scene.open();
    const shown = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(shown).toMatchObject({
      claim: { state: 'complete' },
      isKept: false,
      body: { type: 'Kubernetes::Secret' },
    });
    expect(await documents.get('config', config1)).toBeUndefined();
  });

  it('[DOC2] of a body with a secret in it the rest is kept, to be shown and not taken for the body', async () => {
    const config = { kind: 'Deployment', env: [{ name: 'DB_PASSWORD', value: 'hunter2' }] };
    const { scene, documents, goOffline } = sceneOf((request) =>
      request.path.startsWith('/db/config_items?id=eq.')
        ? answer([{ id: config1, type: 'Kubernetes::Deployment', config }])
        : null,
    );
    const tab = await scene.open();
    const first = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(first).toMatchObject({ body: { config }, isKept: false, hidden: 1, claim: { state: 'complete' } });
    expect((await documents.get('config', config1))?.body).not.toContain('hunter2');
    goOffline();
    const later = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(later).toMatchObject({
      body: null,
      isKept: false,
      hidden: 1,
      remains: { config: { kind: 'Deployment', env: [{ name: 'DB_PASSWORD', value: '[not kept]' }] } },
      claim: { state: 'never', basis: 'kept', asOf: first.claim.asOf, lacks: [{ what: 'secret' }] },
    });
    expect(later.claim.reason).toMatch(/may hold a secret/u);
  });

  it('[DOC2] what is no definition is not kept at all: its secret may stand in any text of it', async () => {
    const change = { id: 'c1', details: { password: 'hunter2' }, diff: '-  value: hunter1', config: null };
    const { scene, documents } = sceneOf(({ path }) =>
      path.startsWith('/db/config_changes?id=eq.') ? answer([change]) : null,
    );
    const tab = await scene.open();
    const shown = await scene.settle(tab.engine.fetchDocument('change', 'c1'));
    expect([shown.body, shown.isKept, shown.hidden]).toEqual([change, false, undefined]);
    expect(await documents.get('change', 'c1')).toBeUndefined();
  });

  it('[DOC12] what a step wrote is given and kept without its middle where it is too long', async () => {
    const stdout = `first\n${'a line of it\n'.repeat(800_000)}last\n`;
    const { scene, goOffline } = sceneOf(({ path }) =>
      path.startsWith('/db/playbook_run_actions?') ? answer([{ id: config1, result: { stdout } }]) : null,
    );
    const tab = await scene.open();
    const first = await scene.settle(tab.engine.fetchDocument('action-result', config1));
    const [cut] = cutsOf(first.body);
    expect([first.isKept, cut?.path]).toEqual([true, ['result', 'stdout']]);
    const kept = (first.body as { result: { stdout: string } }).result.stdout;
    expect(kept.length + (cut?.missing ?? 0)).toBe(stdout.length);
    expect([kept.startsWith('first\n'), kept.endsWith('last\n')]).toEqual([true, true]);
    expect(Math.round(((cut?.at ?? 0) / 1024 / 1024) * 8)).toBeGreaterThan(13);
    goOffline();
    const later = await scene.settle(tab.engine.fetchDocument('action-result', config1));
    expect([later.isKept, later.body]).toEqual([true, first.body]);
  });

  it('[DOC3] forbidden, gone and failed are not the same', async () => {
    let status = 403;
    const { scene } = sceneOf((request) =>
      request.path.startsWith('/db/config_items') ? answer(status === 200 ? [] : [{}], status) : null,
    );
    const tab = await scene.open();
    const look = () => scene.settle(tab.engine.fetchDocument('config', config1));
    expect(await look()).toMatchObject({ claim: { state: 'forbidden' }, body: null });
    status = 200;
    expect(await look()).toMatchObject({
      claim: { state: 'complete', basis: 'server', reason: 'It does not exist any more.' },
      body: null,
    });
    status = 503;
    expect(await look()).toMatchObject({ claim: { state: 'never' }, body: null });
  });

  it('[AUT5] is not asked for while somebody else may be signed in, in whichever tab', async () => {
    const { scene, asked } = sceneOf();
    await scene.open();
    const follower = await scene.open();
    expect(follower.engine.status().isLeader).toBe(false);
    const look = () => scene.settle(follower.engine.fetchDocument('config', config1));
    expect((await look()).claim.reason).toBeNull();
    // Elsewhere: nobody tells this device.
    scene.world.server.session.userId = otherUserId;
    scene.world.scheduler.freeze('tab1');
    await scene.run(3 * 60_000);
    scene.sent.length = 0;
    expect((await look()).claim.reason).toBe('Not reachable now.');
    expect(asked()).toEqual([]);
    scene.world.server.session.userId = userId;
    expect((await look()).claim.reason).toBeNull();
    expect(asked()).toHaveLength(1);
  });

  it('[AUT3] is not asked for once a tab has said that somebody else signed in', async () => {
    const { scene, asked } = sceneOf();
    await scene.open();
    const follower = await scene.open();
    await scene.settle(follower.engine.fetchDocument('config', config1));
    // Nobody leads who could say so to the others.
    scene.world.scheduler.freeze('tab1');
    scene.world.server.session.userId = otherUserId;
    await expect(scene.settle(follower.engine.sessionRestored(otherUserId))).rejects.toMatchObject({
      info: { kind: 'rejected' },
    });
    scene.sent.length = 0;
    await scene.settle(follower.engine.fetchDocument('config', config1));
    expect(asked()).toEqual([]);
  });

  it('[AUT6] what a tab fetched since the owner was last seen leaves when somebody else turns out to be signed in', async () => {
    const { scene, documents } = sceneOf();
    await scene.open();
    const follower = await scene.open();
    scene.world.scheduler.freeze('tab1');
    const look = () => scene.settle(follower.engine.fetchDocument('config', config1));
    await look();
    await scene.run(3 * 60_000);
    await look();
    // It stays while every look finds its owner.
    expect(await documents.get('config', config1)).toBeDefined();
    scene.world.server.session.userId = otherUserId;
    await scene.run(3 * 60_000);
    await look();
    expect(await documents.get('config', config1)).toBeUndefined();
  });

  it.each([0, 1])(
    '[AUT6] what tab %i fetched leaves when the one that leads hears of somebody else',
    async (which) => {
      const { scene, documents } = sceneOf();
      const tabs = [await scene.open(), await scene.open()];
      await scene.settle(tabs[which]?.engine.fetchDocument('config', config1) ?? Promise.reject(new Error()));
      expect(await documents.get('config', config1)).toBeDefined();
      scene.world.server.session.userId = otherUserId;
      await scene.run(4 * 60_000);
      // Their owner is back before the tab itself had anything to ask for.
      scene.world.server.session.userId = userId;
      await scene.run(10 * 60_000);
      expect(await documents.get('config', config1)).toBeUndefined();
    },
  );

  it('[AUT6] a body that comes after somebody else was heard to sign in is neither shown nor kept', async () => {
    let arrives: () => void = () => undefined;
    const { scene, documents } = sceneOf((request) => {
      if (request.path.startsWith('/db/config_items')) arrives();
      return null;
    });
    await scene.open();
    const follower = await scene.open();
    scene.world.scheduler.freeze('tab1');
    arrives = () => void follower.engine.sessionRestored(otherUserId).catch(() => undefined);
    const found = await scene.settle(follower.engine.fetchDocument('config', config1));
    expect(found).toMatchObject({ claim: { state: 'never' }, body: null });
    expect(await documents.get('config', config1)).toBeUndefined();
  });

  it('[DOC4] what was opened for an incident stays while it is open', async () => {
    const { scene, documents } = sceneOf();
    const tab = await scene.open();
    await scene.settle(tab.engine.watch({ table: 'incidents', id: incident1 }));
    await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(await documents.reasons()).toEqual(['recent', `open-incident:${incident1}`]);
    await scene.settle(tab.engine.unwatch({ table: 'incidents', id: incident1 }));
    expect(await documents.reasons()).toEqual(['recent']);
  });
});

/** Evidence of a catalog item under the first incident, as a pull would have left it. */
async function putEvidence(scene: Scene): Promise<void> {
  await scene.world.cache.mutate([{ tbl: 'evidences', id: 'e1' }], null, () => ({
    putRows: [
      {
        tbl: 'evidences',
        row: { id: 'e1', hypothesis_id: root1, config_id: config1, _v: '', _p: 0, _f: 0, _seen: 0 },
      },
    ],
    result: undefined,
  }));
}

describe('stars', () => {
  it('[DOC9] a starred changelog line is kept until it is taken away, and asks for nothing', async () => {
    const { scene, documents } = sceneOf();
    const tab = await scene.open();
    await scene.settle(tab.engine.pin('changelog-line', 'l1'), 5_000);
    const starred = await scene.settle(tab.engine.pins());
    expect(starred.map(({ kind, id }) => [kind, id])).toEqual([['changelog-line', 'l1']]);
    expect(await documents.get('config', 'l1')).toBeUndefined();
    await scene.settle(tab.engine.unpin('changelog-line', 'l1'));
    expect(await scene.settle(tab.engine.pins())).toEqual([]);
  });
});

describe('what an open incident gathers', () => {
  it('[DOC4] brings in what a review needs and lets go of it when the incident is left', async () => {
    const { scene, documents } = sceneOf();
    const tab = await scene.open();
    await putEvidence(scene);
    await scene.settle(tab.engine.watch({ table: 'incidents', id: incident1 }));
    await scene.settle(tab.engine.gatherReview(incident1), 5_000);
    expect((await documents.get('config', config1))?.reasons).toEqual([`open-incident:${incident1}`]);
    await scene.settle(tab.engine.unwatch({ table: 'incidents', id: incident1 }));
    expect(await documents.get('config', config1)).toBeUndefined();
  });

  it('[DOC6] remembers why a kept thing lacks a body, and does not ask again', async () => {
    const { scene, documents, asked } = sceneOf((request) =>
      request.path.startsWith('/db/config_items')
        ? answer([{ id: config1, type: 'Kubernetes::Secret', config: { data: { a: 'eA==' } } }])
        : null,
    );
    const tab = await scene.open();
    await scene.settle(tab.engine.pin('config', config1), 5_000);
    expect(await documents.get('config', config1)).toMatchObject({ withheld: 'secret', body: 'null' });
    const before = asked().length;
    await scene.settle(tab.engine.pin('config', config1), 5_000);
    // What the server computes of it was never asked for.
    expect(asked().slice(before)).toEqual(['/db/config_detail']);
  });
});

describe('incidents that keep themselves', () => {
  it('[DOC5] what the person takes part in is kept without being asked for, until that ends', async () => {
    const { scene, documents } = sceneOf();
    const tab = await scene.open();
    await putEvidence(scene);
    await scene.run(6 * 60_000);
    expect((await documents.get('config', config1))?.reasons).toEqual([`taking-part:${incident1}`]);
    await scene.submit(tab, {
      kind: 'row.update',
      table: 'incidents',
      rowId: incident1,
      set: { status: 'closed' },
    });
    await scene.run(6 * 60_000);
    expect(await documents.get('config', config1)).toBeUndefined();
  });
});

describe('pins', () => {
  it('[DOC4] pinning an incident fetches the configs of its evidence and their changes, once', async () => {
    const { scene, documents, asked } = sceneOf();
    const tab = await scene.open();
    await putEvidence(scene);
    await scene.settle(tab.engine.pin('incident', incident1), 2_000);
    const reason = `pinned:incident:${incident1}`;
    // The person commands it too, which is a reason of its own.
    const reasons = async () => (await documents.get('config', config1))?.reasons ?? [];
    expect(await reasons()).toContain(reason);
    expect((await documents.get('config-changes', config1))?.body).toBe('[{"id":"c1"}]');
    // The last changes, and those around the incident's time.
    expect(asked()).toEqual(['/db/config_items', '/db/config_changes', '/db/config_changes']);
    await scene.settle(tab.engine.pin('incident', incident1), 2_000);
    expect(asked()).toHaveLength(3);
    expect(await scene.settle(tab.engine.pins())).toMatchObject([{ kind: 'incident', id: incident1 }]);
    await scene.settle(tab.engine.unpin('incident', incident1));
    expect(await reasons()).not.toContain(reason);
    expect(await scene.settle(tab.engine.pins())).toEqual([]);
  });

  it('[DOC4] pinning an item fetches its content and all that its page shows of it', async () => {
    const { scene, documents } = sceneOf(({ path }) =>
      path.includes(config1) ? answer([{ id: config1 }]) : null,
    );
    const tab = await scene.open();
    await scene.settle(tab.engine.pin('config', config1), 2_000);
    const kinds = ['config', 'config-detail', 'config-changes', 'config-checks', 'config-unlinked'] as const;
    const kept = await Promise.all(
      [...kinds, 'config-edges' as const].map((kind) => documents.get(kind, config1)),
    );
    expect(kept.map((each) => each?.reasons)).toEqual(kept.map(() => [`pinned:config:${config1}`]));
  });

  it('[DOC4] what a pin lacks is fetched by the next leader, and stale reasons are forgotten', async () => {
    const { scene, documents } = sceneOf();
    await documents.put({
      kind: 'change',
      id: 'c9',
      body: '{}',
      asOf: null,
      bytes: 2,
      reasons: ['open-incident:gone'],
      usedAt: 0,
    });
    await scene.world.journal.putPin({ kind: 'config', id: config1, at: 0 });
    await scene.open();
    expect((await documents.get('config', config1))?.reasons).toEqual([`pinned:config:${config1}`]);
    expect(await documents.get('change', 'c9')).toBeUndefined();
  });
});
