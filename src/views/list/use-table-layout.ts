import { useCallback, useState } from 'react';
import { EMPTY_LAYOUT, tableLayoutSchema, type TableLayout } from '#src/lib/table-layout.ts';
import { readStored, writeStored, type StorageKey } from '#src/platform/device/storage-keys.ts';

/** Widths and hidden columns of a list, as this device remembers them. */
export function useTableLayout(key: StorageKey): readonly [TableLayout, (layout: TableLayout) => void] {
  const [layout, setLayout] = useState(() => readStored(key, tableLayoutSchema, EMPTY_LAYOUT));
  const change = useCallback(
    (next: TableLayout) => {
      setLayout(next);
      writeStored(key, next);
    },
    [key],
  );
  return [layout, change];
}
