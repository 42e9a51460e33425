import { useMemo, useState, type ReactElement } from 'react';
import { configLinksRead } from '#sync/read/component-links.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import { rankedSearch } from '#src/platform/ranked-search.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import type { Option } from '#src/ui/forms/option-list.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { useConfigLinkCommands } from '#src/views/config-links/use-config-links.ts';
import { maybeRow, maybeText } from '#src/views/row-text.ts';
import { ReadFailedBar } from '#src/views/view-notices.tsx';
import { topologyHref } from '../topology-href.ts';

/** Spec 2: "a search over configs (at most 50 items)". */
const MOST_ITEMS = 50;
/** Where an item runs: many have one name and one type in every cluster. */
const PLACES = ['cluster', 'namespace', 'account', 'region'] as const;
const NO_IDS: readonly string[] = [];

interface LinkCatalogDialogProps {
  componentId: string;
  name: string;
  onOpenChange: (isOpen: boolean) => void;
}

/** Links a component to an item of the catalog. */
export function LinkCatalogDialog({ componentId, name, onOpenChange }: LinkCatalogDialogProps): ReactElement {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const { link } = useConfigLinkCommands(topologyHref(componentId));
  const found = useFound(componentId, text);
  const submit = (): void => {
    if (chosen === null) return;
    onOpenChange(false);
    // What went wrong has been said.
    link({ componentId, configId: chosen.id }).catch(() => undefined);
  };
  return (
    <Dialog
      isOpen
      description={name}
      footer={
        <>
          <Button variant="ghost" onPress={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            disabledReason={chosen === null ? 'Choose a catalog item first' : undefined}
            variant="primary"
            onPress={submit}
          >
            Link
          </Button>
        </>
      }
      title="Link to catalog"
      onOpenChange={onOpenChange}
    >
      <div className="flex flex-col gap-2">
        {found.error !== undefined && (
          <ReadFailedBar error={found.error}>The items could not be read</ReadFailedBar>
        )}
        <Combobox
          empty={
            found.isWhole ? 'None match' : 'No match on this device; not everything has been downloaded yet'
          }
          help={found.words}
          inputValue={text}
          label="Catalog item"
          options={found.options}
          placeholder="Search for configs"
          value={chosen?.id ?? null}
          onChange={(id) => {
            const option = found.options.find((each) => each.id === id) ?? null;
            setChosen(option);
            if (option !== null) setText(option.label);
          }}
          onInputChange={(next) => {
            setText(next);
            if (next !== chosen?.label) setChosen(null);
          }}
        />
      </div>
    </Dialog>
  );
}

interface Found {
  readonly options: readonly Option[];
  readonly words: string;
  readonly isWhole: boolean;
  readonly error: { readonly message: string } | undefined;
}

/** Items of this device that fit, without those that the component is linked to already. */
function useFound(componentId: string, text: string): Found {
  const model = useReadModel();
  const links = useLive(() => model.late(configLinksRead('component_id', componentId)), [model, componentId]);
  const answer = useIndexQuery('config_items', {
    filters: [],
    ...rankedSearch(text),
    offset: 0,
    limit: MOST_ITEMS,
    facets: [],
    groups: null,
  });
  const rows = useIndexRows('config_items', answer.value?.ids ?? NO_IDS);
  const linked = useMemo(() => new Set(links.value?.data.map(({ configId }) => configId)), [links.value]);
  const options = useMemo(
    () => (rows.value ?? []).flatMap((row) => (row === null ? [] : optionOf(row, linked))),
    [rows.value, linked],
  );
  const total = answer.value?.total ?? 0;
  return {
    options,
    words:
      total > MOST_ITEMS
        ? `The first ${MOST_ITEMS} of ${total.toLocaleString()}: type more of the name to find others`
        : 'Searches the catalog of this device',
    isWhole: answer.value?.state === 'complete',
    error: answer.error ?? rows.error ?? links.error,
  };
}

function optionOf(row: JsonRow, linked: ReadonlySet<string>): readonly Option[] {
  const id = maybeText(row, 'id');
  if (id === null) return [];
  const tags = maybeRow(row, 'tags');
  const place = [maybeText(row, 'type'), ...PLACES.map((key) => maybeText(tags, key))];
  return [
    {
      id,
      label: maybeText(row, 'name') ?? id,
      description: place.filter((word) => word !== null).join(' · '),
      ...(linked.has(id) ? { disabledReason: 'Linked already' } : {}),
    },
  ];
}
