import { IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import { sizeOf } from '#sync/store/documents/weigh.ts';

/**
 * A device with so many bytes left, for fake-indexeddb: what is put takes room and fails when there is none, and
 * deleting a record gives back what it took. One database keeps no two records of a key, which is all tests need.
 */
export function fillDisk(freeBytes: number): { readonly free: () => number; readonly restore: () => void } {
  let left = freeBytes;
  const taken = new Map<string, number>();
  const keyOf = (store: IDBObjectStore, key: unknown): string =>
    `${store.transaction.db.name} ${store.name} ${JSON.stringify(key)}`;
  const pathOf = (store: IDBObjectStore, value: unknown): unknown => {
    const { keyPath } = store;
    const part = (name: string): unknown =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    return Array.isArray(keyPath) ? keyPath.map((name: string) => part(name)) : part(String(keyPath));
  };
  /* oxlint-disable typescript/unbound-method -- called below on the stores they belong to */
  const realPut = IDBObjectStore.prototype.put;
  const realDelete = IDBObjectStore.prototype.delete;
  /* oxlint-enable typescript/unbound-method */
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
  ) {
    const key = keyOf(this, pathOf(this, value));
    const size = sizeOf(value) - (taken.get(key) ?? 0);
    if (size > left) throw new DOMException('full', 'QuotaExceededError');
    left -= size;
    taken.set(key, sizeOf(value));
    return realPut.call(this, value);
  });
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    const name = keyOf(this, key);
    left += taken.get(name) ?? 0;
    taken.delete(name);
    return realDelete.call(this, key);
  });
  return {
    free: () => left,
    restore: () => {
      put.mockRestore();
      remove.mockRestore();
    },
  };
}
