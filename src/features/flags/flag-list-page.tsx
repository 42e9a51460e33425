import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '#src/ui/button.tsx';
import type { RowList } from '#src/ui/table/data-table.tsx';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { ListPage } from '#src/views/list/list-page.tsx';
import type { Line } from '#src/views/list/row-source.ts';
import type { AddressProps, ListAddress } from '#src/views/list/use-list-address.ts';
import { useListedRow } from '#src/views/list/use-listed-row.ts';
import { usePlace } from '#src/views/list/use-place.ts';
import { FlagDialog } from './flag-dialog.tsx';
import { flagListSpec } from './flag-list-spec.ts';
import { useFlagBlocker, useFlagReason } from './flag-rights.ts';
import type { FlagParams, FlagSearch } from './flag-search.ts';
import type { FlagRow } from './use-flags.ts';

interface FlagListPageProps extends AddressProps<FlagSearch> {
  /** One step back in history. */
  onBack: () => void;
}

/** `/settings/feature-flags` */
export function FlagListPage({ onBack, ...address }: FlagListPageProps): ReactElement {
  return (
    <ListPage
      {...address}
      actions={<AddFlag />}
      renderOver={(listed) => <OpenFlag {...listed} onBack={onBack} />}
      spec={flagListSpec}
    />
  );
}

/** The plus of the list, and its key; only with write permission. */
function AddFlag(): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const reason = useFlagReason();
  const blocker = useFlagBlocker();
  useShortcut(
    {
      id: 'flag-new',
      keys: ['c'],
      shown: ['c'],
      label: 'Add feature flag',
      group: 'This page',
      run: () => setOpen(true),
    },
    reason === undefined && blocker === undefined,
  );
  if (reason !== undefined) return null;
  return (
    <>
      <Button disabledReason={blocker} icon={Plus} variant="primary" onPress={() => setOpen(true)}>
        Add feature flag
      </Button>
      {isOpen && <FlagDialog flag={null} onClose={() => setOpen(false)} />}
    </>
  );
}

interface OpenFlagProps {
  address: ListAddress<FlagParams>;
  lines: RowList<Line<FlagRow>>;
  onBack: () => void;
}

/** The flag that the address names, once it is here; it stays open over what it was. */
function OpenFlag({ address, lines, onBack }: OpenFlagProps): ReactElement | null {
  const name = address.view.flag === '' ? undefined : address.view.flag;
  const handleClose = usePlace(name, onBack, () => address.change({ flag: undefined }, { replace: true }));
  const { row } = useListedRow(lines, name);
  const [held, setHeld] = useState(row);
  if (row !== undefined && held?.name !== name) setHeld(row);
  if (name === undefined) {
    if (held !== undefined) setHeld(undefined);
    return null;
  }
  const shown = held?.name === name ? held : row;
  return shown === undefined ? null : <FlagDialog flag={shown} key={name} onClose={handleClose} />;
}
