import { array, assert, constantFrom, oneof, option, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinKey,
  keyColumnsOf,
  keyOfRow,
  keyParts,
  splitKey,
  withDerivedKey,
  withoutDerivedKey,
} from './keys.ts';
import { tables } from './tables.ts';

const edge = { component_id: 'c1', relationship_id: 'p1', selector_id: null, deleted_at: null };

describe('derived keys', () => {
  it('[KEY1] go back to the values they were made of, whatever those hold', () => {
    const value = option(oneof(string(), constantFrom('~', '%', '%0', '%7E', '')));
    assert(
      property(array(value, { minLength: 2, maxLength: 4 }), (values) => {
        expect(splitKey(joinKey(values))).toEqual(values);
      }),
    );
  });

  it('[KEY1] tell NULL from the empty text, and one pair from another', () => {
    expect(joinKey(['a', null])).not.toBe(joinKey(['a', '']));
    expect(joinKey(['a~b', 'c'])).not.toBe(joinKey(['a', 'b~c']));
  });

  it('[KEY1] come from the natural key of a row, and stay on the device', () => {
    const spec = tables.component_relationships;
    const row = withDerivedKey(spec, edge);
    expect(keyOfRow(spec, edge)).toBe(row['_k']);
    expect(keyParts(spec, String(row['_k']))).toEqual(['c1', 'p1', null]);
    expect(withoutDerivedKey(row)).toEqual(edge);
    expect(withDerivedKey(tables.incidents, edge)).toBe(edge);
    expect(withoutDerivedKey(edge)).toBe(edge);
  });

  it('[KEY1] a row without the first value has no key', () => {
    expect(keyOfRow(tables.team_members, { team_id: null, person_id: 'p' })).toBeNull();
    expect(keyOfRow(tables.team_members, { team_id: 't', person_id: 7 })).toBeNull();
    expect(keyOfRow(tables.incidents, { id: 7 })).toBeNull();
  });

  it('a table with a primary key is keyed by it alone', () => {
    expect(keyColumnsOf(tables.incidents)).toEqual(['id']);
    expect(keyParts(tables.incidents, 'a~b')).toEqual(['a~b']);
  });
});
