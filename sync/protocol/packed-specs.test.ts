import { describe, expect, it } from 'vitest';
import { keyColumnsOf } from './keys.ts';
import { packedNames } from './packed.ts';
import { packedSpecs } from './packed-specs.ts';
import { deniedColumns, deniedEverywhere } from '#tests/support/secret-columns.ts';

describe('packed collections', () => {
  it.each(packedNames)('[D22] %s names its columns one by one and none that is denied', (name) => {
    const { columns, optional } = packedSpecs[name];
    for (const column of [...columns, ...optional]) {
      expect(column).toMatch(/^[a-z_0-9]+$/);
      expect([...deniedEverywhere, ...(deniedColumns[name] ?? [])]).not.toContain(column);
    }
  });

  it.each(packedNames)('[D24] %s: the schema describes the columns of both wires', (name) => {
    const { schema, columns, optional } = packedSpecs[name];
    const { entries } = schema as unknown as { entries: Record<string, unknown> };
    expect(Object.keys(entries).sort()).toEqual([...columns, ...optional].sort());
  });

  it.each(packedNames)('[D10] %s asks for its key, its markers and its digest', (name) => {
    const spec = packedSpecs[name];
    const { feed } = spec;
    const wanted = [...keyColumnsOf(spec), ...(spec.softDelete ? ['deleted_at'] : [])];
    if (feed.kind !== 'opened') wanted.push(...feed.markers, ...feed.digest);
    if (feed.kind === 'window') wanted.push(feed.bound);
    if (feed.kind === 'opened') wanted.push(feed.parent, feed.marker);
    expect(spec.columns).toEqual(expect.arrayContaining(wanted));
  });
});
