// First: Dexie looks for IndexedDB once, when it is loaded, and `liveQuery` does nothing without it.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach } from 'vitest';
import type { Identity } from '#sync/protocol/identity.ts';
import type { FeedState, Stored } from '#sync/protocol/stored.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { rowKey } from '#sync/protocol/tables.ts';
import { openReadModel } from '#sync/read/open-read-model.ts';
import type { ReadModel } from '#sync/read/read-model.ts';
import type { IncidentFilter } from '#sync/read/types.ts';
import type { DexieCache } from '#sync/store/cache/dexie-cache.ts';
import { createDexieCache } from '#sync/store/cache/dexie-cache.ts';
import type { DexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { createDexieJournal } from '#sync/store/journal/dexie-journal.ts';
import { testHost } from './dexie-harness.ts';
import { identityOf } from './fixtures.ts';

/** No filter at all. */
export const anyIncident: IncidentFilter = {
  type: null,
  severity: null,
  status: null,
  owner: null,
  component: null,
  search: '',
};

/** Databases of one test with the page's view of them; fresh before each test. */
export class ReadFixture {
  readonly #label: string;
  #runs = 0;
  cache!: DexieCache; // set before each test
  journal!: DexieJournal; // set before each test
  model!: ReadModel; // set before each test

  constructor(label: string) {
    this.#label = label;
  }

  get identity(): Identity {
    return identityOf(`${this.#label}-${this.#runs}`);
  }

  open(): void {
    this.#runs += 1;
    this.cache = createDexieCache(this.identity, testHost());
    this.journal = createDexieJournal(this.identity, testHost());
    this.model = openReadModel(this.identity);
  }

  async close(): Promise<void> {
    this.model.close();
    await this.cache.wipe();
    await this.journal.wipe();
  }

  async put(tbl: TableName, ...rows: Stored[]): Promise<void> {
    const refs = rows.map((each) => ({ tbl, id: rowKey(tbl, each) ?? '' }));
    await this.cache.mutate(refs, null, () => ({
      putRows: rows.map((each) => ({ tbl, row: each })),
      result: undefined,
    }));
  }

  async feeds(...states: FeedState[]): Promise<void> {
    await this.cache.putFeeds(states, null);
  }
}

/** A fixture that opens and closes itself around each test of the file. */
export function createReadFixture(label: string): ReadFixture {
  const fixture = new ReadFixture(label);
  beforeEach(() => fixture.open());
  afterEach(() => fixture.close());
  return fixture;
}

/** A cached row with metadata. */
export function row(columns: Readonly<Record<string, unknown>>, pending = 0): Stored {
  return { ...columns, _v: 'v', _p: pending, _f: 0, _seen: 0 };
}

/** A cached incident. */
export function incident(id: string, over: Readonly<Record<string, unknown>> = {}, pending = 0): Stored {
  const at = `2024-09-01T10:00:0${id}.000000+00:00`;
  return row(
    {
      id,
      incident_id: `INC-${id}`,
      title: `Incident ${id}`,
      severity: 'low',
      type: 'availability',
      status: 'open',
      created_by: 'p1',
      commander_id: 'p1',
      created_at: at,
      updated_at: at,
      ...over,
    },
    pending,
  );
}
