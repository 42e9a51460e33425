import { keyOfRow } from '#sync/protocol/keys.ts';
import { packedSpecs } from '#sync/protocol/packed-specs.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { PackedName } from '#sync/protocol/packed.ts';
import type { TableName } from '#sync/protocol/table.ts';
import { tables } from '#sync/protocol/tables.ts';
import type { CoreTableName, TableSet } from '#sync/protocol/tables.ts';
import { actIdly } from './act-idly.ts';
import { Scene } from './engine-world.ts';
import { FeedServer } from './feed-server.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A company whose other collections, of rows or packed, a test fills itself. */
export class FeedScene extends Scene {
  /** Collections that tabs opened from now on do not pull any more. */
  readonly unpulled: Set<string>;
  readonly feeds = new FeedServer(() => this.world.scheduler.nowMs);

  constructor(...names: readonly (Exclude<TableName, CoreTableName> | PackedName)[]) {
    const unpulled = new Set<string>();
    const isPacked = (name: string): name is PackedName => name in packedSpecs;
    super(
      1,
      (core): TableSet => ({
        ...core,
        ...Object.fromEntries(
          names.flatMap((name) => (isPacked(name) || unpulled.has(name) ? [] : [[name, tables[name]]])),
        ),
      }),
      names.flatMap((name) => (isPacked(name) ? [packedSpecs[name]] : [])),
    );
    this.unpulled = unpulled;
    for (const name of names) this.feeds.put(name);
    this.meddle = (request) => this.feeds.handle(request);
  }

  /** Time of the wire so many ms from now. */
  at(offsetMs = 0): string {
    return new Date(this.world.scheduler.nowMs + offsetMs).toISOString().replace('Z', '+00:00');
  }

  /** Time passes while somebody works here, so that the cadence is that of a page in use. */
  async work(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += MINUTE) {
      await this.settle(actIdly(this.world.anyTab().engine), 0);
      await this.run(Math.min(MINUTE, ms - passed));
    }
  }

  async keys(tbl: TableName): Promise<readonly string[]> {
    return this.world.cache.ids(tbl, null, null);
  }

  remoteKeys(tbl: TableName | PackedName): readonly string[] {
    const spec = tbl in packedSpecs ? packedSpecs[tbl as PackedName] : tables[tbl as TableName];
    return this.feeds
      .rows(tbl)
      .filter((row) => (row['deleted_at'] ?? null) === null)
      .map((row) => keyOfRow(spec, row) ?? '')
      .toSorted();
  }

  async packedKeys(tbl: PackedName): Promise<readonly string[]> {
    return (await this.world.cache.packed.lines(tbl, null, null)).map((line) => line.id);
  }

  async packedRow(tbl: PackedName, id: string): Promise<JsonRow | undefined> {
    return (await this.world.cache.packed.get(tbl, [id])).get(id);
  }

  async statusOf(tbl: string): Promise<string | undefined> {
    return (await this.world.cache.feeds()).find((feed) => feed.tbl === tbl)?.status;
  }
}
