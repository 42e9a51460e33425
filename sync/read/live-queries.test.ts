// First: Dexie looks for IndexedDB once, when it is loaded, and `liveQuery` does nothing without it.
import 'fake-indexeddb/auto';
import { Dexie, liveQuery } from 'dexie';
import { describe, expect, it } from 'vitest';
import { feed, makeOp } from '#tests/contract/store/fixtures.ts';
import { anyIncident, incident, row, createReadFixture } from '#tests/contract/store/read-fixture.ts';
import { cacheName } from '../store/device/names.ts';

const fixture = createReadFixture('live');

describe('live queries', () => {
  /** Collects emissions; `next` waits for one more. */
  function observe<T>(querier: () => Promise<T>): { next: () => Promise<T>; stop: () => void } {
    const values: T[] = [];
    let wake: () => void = () => undefined;
    const subscription = liveQuery(querier).subscribe((value) => {
      values.push(value);
      wake();
    });
    let taken = 0;
    return {
      next: async () => {
        while (values.length <= taken) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        taken = values.length;
        return values[taken - 1]!;
      },
      stop: () => subscription.unsubscribe(),
    };
  }

  it('[I7] the incident page hears of every row and operation it is made of', async () => {
    await fixture.put('incidents', incident('1'));
    await fixture.put('hypotheses', row({ id: 'h1', incident_id: '1', type: 'root', title: 'x' }));
    // A plain arrow function on purpose: Dexie follows native awaits only below async ones.
    const live = observe(() => fixture.model.incident('1'));
    const current = async () => {
      const read = await live.next();
      if (read.data.found !== 'yes') throw new Error('not found');
      return read.data.incident;
    };
    expect((await current()).tree[0]?.comments).toEqual([]);
    await fixture.put(
      'comments',
      row({ id: 'c1', incident_id: '1', hypothesis_id: 'h1', comment: 'new' }, 1),
    );
    expect((await current()).tree[0]?.comments).toHaveLength(1);
    await fixture.put('people', row({ id: 'p1', name: 'Ada' }));
    expect((await current()).commander?.name).toBe('Ada');
    await fixture.put('evidences', row({ id: 'e1', hypothesis_id: 'h1', type: 'log' }));
    expect((await current()).tree[0]?.evidences).toHaveLength(1);
    const op = makeOp(fixture.identity, { id: 'o1', rowId: 'h1' });
    await fixture.journal.mutate({ ids: [] }, () => ({ put: [op], result: undefined }));
    expect((await current()).tree[0]?.ops).toHaveLength(1);
    await fixture.feeds(feed('teams'));
    await current();
    live.stop();
  });

  it('the list hears of a new incident', async () => {
    const live = observe(() => fixture.model.incidentList(anyIncident));
    expect((await live.next()).data.rows).toHaveLength(0);
    await fixture.put('incidents', incident('1'));
    expect((await live.next()).data.rows).toHaveLength(1);
    live.stop();
  });

  it('[D21.1] a query hears of the ages of its own collections, and is not woken by those of others', async () => {
    let answers = 0;
    const roles = observe(async () => {
      answers += 1;
      return await fixture.model.roles('p1');
    });
    const list = observe(() => fixture.model.incidentList(anyIncident));
    await list.next();
    await roles.next();
    await fixture.feeds(feed('people_roles'));
    expect((await roles.next()).data).toEqual(['viewer']);
    const before = answers;
    await fixture.feeds(feed('incidents'));
    // The list has heard of it, so the other query would have, too.
    expect((await list.next()).state).toBe('complete');
    expect(answers).toBe(before);
    roles.stop();
    list.stop();
  });

  it('[D21.2] a page of 98 foreign rows does not wake the reader of one row', async () => {
    await fixture.put('incidents', incident('1'));
    let emissions = 0;
    const db = new Dexie(cacheName(fixture.identity));
    await db.open();
    const subscription = liveQuery(() => db.table('incidents').get('1')).subscribe(() => {
      emissions += 1;
    });
    const live = observe(() => db.table('incidents').get('zz'));
    await live.next();
    await fixture.put('incidents', ...Array.from({ length: 98 }, (_, at) => incident(`x${at}`)));
    await fixture.put('incidents', incident('zz'));
    await live.next();
    expect(emissions).toBe(1);
    subscription.unsubscribe();
    live.stop();
    db.close();
  });
});
