import { describe, expect, it } from 'vitest';
import { incident1, root1, Scene } from '#tests/support/engine-world.ts';
import type { HttpRequest, HttpResponse } from '../ports.ts';
import { createMemoryDocuments } from '../store/memory-documents.ts';
import { simId } from '#tests/sim/facts.ts';

const config1 = simId(40, 1);

function answer(rows: readonly unknown[], status = 200): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'content-range': rows.length === 0 ? '*/*' : `0-${rows.length - 1}/*`,
      date: 'Sat, 10 Jan 2026 00:00:00 GMT',
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
  };
}

describe('documents on demand', () => {
  it('[DOC3] a fetched body is there without a network, with its age and the reason', async () => {
    const { scene, goOffline } = sceneOf();
    const tab = await scene.open();
    const first = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(first).toMatchObject({
      state: 'complete',
      isKept: true,
      reason: null,
      body: { config: { kind: 'Pod' } },
    });
    goOffline();
    const later = await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(later).toMatchObject({ state: 'complete', isKept: true, body: first.body, asOf: first.asOf });
    expect(later.reason).toBe('Not reachable now.');
    expect(await scene.settle(tab.engine.fetchDocument('config', simId(40, 2)))).toMatchObject({
      state: 'never',
      body: null,
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
    expect(shown).toMatchObject({ state: 'complete', isKept: false, body: { type: 'Kubernetes::Secret' } });
    expect(await documents.get('config', config1)).toBeUndefined();
  });

  it('[DOC3] forbidden, gone and failed are not the same', async () => {
    let status = 403;
    const { scene } = sceneOf((request) =>
      request.path.startsWith('/db/config_items') ? answer(status === 200 ? [] : [{}], status) : null,
    );
    const tab = await scene.open();
    const look = () => scene.settle(tab.engine.fetchDocument('config', config1));
    expect(await look()).toMatchObject({ state: 'forbidden', body: null });
    status = 200;
    expect(await look()).toMatchObject({
      state: 'complete',
      body: null,
      reason: 'It does not exist any more.',
    });
    status = 503;
    expect(await look()).toMatchObject({ state: 'never', body: null });
  });

  it('[DOC4] what was opened for an incident stays while it is open', async () => {
    const { scene, documents } = sceneOf();
    const tab = await scene.open();
    await scene.settle(tab.engine.focusIncident(incident1));
    await scene.settle(tab.engine.fetchDocument('config', config1));
    expect(await documents.reasons()).toEqual(['recent', `open-incident:${incident1}`]);
    await scene.settle(tab.engine.focusIncident(null));
    expect(await documents.reasons()).toEqual(['recent']);
  });
});

describe('pins', () => {
  it('[DOC4] pinning an incident fetches the configs of its evidence and their last changes, once', async () => {
    const { scene, documents, asked } = sceneOf();
    const tab = await scene.open();
    await scene.world.cache.mutate([{ tbl: 'evidences', id: 'e1' }], null, () => ({
      putRows: [
        {
          tbl: 'evidences',
          row: { id: 'e1', hypothesis_id: root1, config_id: config1, _v: '', _p: 0, _f: 0, _seen: 0 },
        },
      ],
      result: undefined,
    }));
    await scene.settle(tab.engine.pin('incident', incident1), 5_000);
    const reason = `pinned:incident:${incident1}`;
    expect((await documents.get('config', config1))?.reasons).toEqual([reason]);
    expect((await documents.get('config-changes', config1))?.body).toBe('[{"id":"c1"}]');
    expect(asked()).toEqual(['/db/config_items', '/db/config_changes']);
    await scene.settle(tab.engine.pin('incident', incident1), 5_000);
    expect(asked()).toHaveLength(2);
    expect(await scene.settle(tab.engine.pins())).toMatchObject([{ kind: 'incident', id: incident1 }]);
    await scene.settle(tab.engine.unpin('incident', incident1));
    expect(await documents.get('config', config1)).toBeUndefined();
    expect(await scene.settle(tab.engine.pins())).toEqual([]);
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
