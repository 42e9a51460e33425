import { Plus, Workflow } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { playbooksRead, type PlaybookRef } from '#sync/read/playbooks/playbooks.ts';
import { usePageFrame } from '#src/platform/actions/page-frame.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { ToolbarSelect } from '#src/ui/filters/toolbar-select.tsx';
import { late } from '#src/ui/late.tsx';
import { LinkButton } from '#src/ui/text/link-button.tsx';
import { moveByKey, useCardPlace } from '#src/views/list/card-place.ts';
import { FilterPlace } from '#src/views/list/filter-place.tsx';
import { lackOf, ListFrame, NoRows, type ListWords } from '#src/views/list/list-frame.tsx';
import { useListAddress, type AddressProps } from '#src/views/list/use-list-address.ts';
import { DeletePlaybook } from '../editor/delete-playbook.tsx';
import type { PlaybookDialogProps } from '../editor/playbook-dialog.tsx';
import { usePlaybookRights } from '../editor/playbook-rights.ts';
import { runsHref } from '../runs/list/run-search.ts';
import { PlaybookCard, type CardChange } from './playbook-card.tsx';
import { categoriesOf, groupsOf, type PlaybookGroup } from './playbook-groups.ts';
import { playbookSearch, type PlaybookParams, type PlaybookSearch } from './playbook-search.ts';

const WORDS: ListWords<PlaybookParams> = {
  title: 'Playbooks',
  rows: 'Playbooks',
  find: {
    param: 'search',
    label: 'Search playbooks',
    shortcut: 'Search playbooks',
    className: 'max-w-80 min-w-52 flex-1 max-[700px]:max-w-full',
    looksAt: 'Names, titles, categories and descriptions are searched. Steps are not.',
  },
  empty: { icon: Workflow, title: 'No data available' },
};
/** Most who come here read: what edits comes with the first edit. */
const PlaybookDialog = late<PlaybookDialogProps>(
  async () => (await import('../editor/playbook-dialog.tsx')).PlaybookDialog,
);

const NONE: readonly PlaybookRef[] = [];
/** No category is called so: the address has no such value for it. */
const ALL = 'All';

/** `/playbooks` (spec 2): the playbooks of this device as cards under their categories. */
export function PlaybookListPage(route: AddressProps<PlaybookSearch>): ReactElement {
  const address = useListAddress(playbookSearch, route);
  usePageFrame({ title: WORDS.title, crumbs: [{ label: WORDS.title }] });
  const model = useReadModel();
  const live = useLive(() => model.late(playbooksRead), [model]);
  const playbooks = live.value?.data ?? NONE;
  const { view, change } = address;
  const groups = useMemo(() => groupsOf(playbooks, view), [playbooks, view]);
  const count = groups.reduce((sum, { playbooks: each }) => sum + each.length, 0);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ListFrame
        address={address}
        after={
          <>
            <LinkButton href={runsHref()}>Playbook runs</LinkButton>
            <AddPlaybook />
          </>
        }
        bars={null}
        before={null}
        controls={
          <FilterPlace>
            <ToolbarSelect
              label="Category:"
              options={[ALL, ...categoriesOf(playbooks)].map((id) => ({ id, label: id }))}
              value={view.category === '' ? ALL : view.category}
              onChange={(id) => change({ category: id === ALL ? undefined : id })}
            />
          </FilterPlace>
        }
        meta={live.value === undefined ? null : countWords(count, playbooks.length)}
        nameOf={() => undefined}
        note={null}
        state={{
          claim: live.value,
          error: live.error,
          isStale: false,
          isEmpty: playbooks.length === 0,
          problems: [],
          refresh: null,
        }}
        words={WORDS}
      >
        {count === 0 ? (
          <NoRows
            address={address}
            lack={lackOf(live.value?.state)}
            text={lookedAt(view.search)}
            words={WORDS}
          />
        ) : (
          <Cards entryKey={route.entryKey} groups={groups} onEnter={address.commit} />
        )}
      </ListFrame>
    </div>
  );
}

const lookedAt = (search: string): string | undefined => (search === '' ? undefined : WORDS.find?.looksAt);

/** The plus of the cards, and its key (spec 2: "An Add button creates a spec"). */
function AddPlaybook(): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const { mayWrite } = usePlaybookRights();
  useShortcut(
    {
      id: 'playbook-new',
      keys: ['c'],
      shown: ['c'],
      label: 'Add playbook',
      group: 'This page',
      run: () => setOpen(true),
    },
    mayWrite,
  );
  if (!mayWrite) return null;
  return (
    <>
      <Button icon={Plus} variant="primary" onPress={() => setOpen(true)}>
        Add playbook
      </Button>
      {isOpen && <PlaybookDialog playbook={null} onClose={() => setOpen(false)} />}
    </>
  );
}

function countWords(count: number, total: number): string | null {
  if (total === 0) return null;
  const noun = total === 1 ? 'playbook' : 'playbooks';
  return count === total ? `${total} ${noun}` : `${count} of ${total} ${noun}`;
}

interface CardsProps {
  groups: readonly PlaybookGroup[];
  /** Identifies the history entry, so that Back comes to the same card. */
  entryKey: string;
  /** Somebody is among the cards: what was typed before is in the address when one of them is opened. */
  onEnter: () => void;
}

interface Changing {
  readonly change: CardChange;
  readonly playbook: PlaybookRef;
}

function Cards({ groups, entryKey, onEnter }: CardsProps): ReactElement {
  const place = useCardPlace(entryKey);
  const { mayWrite } = usePlaybookRights();
  // Here and not in its card, which goes elsewhere with another category.
  const [changing, setChanging] = useState<Changing | null>(null);
  const handleChange = useCallback(
    (change: CardChange, playbook: PlaybookRef): void => setChanging({ change, playbook }),
    [],
  );
  const close = (): void => setChanging(null);
  return (
    // Arrow keys of the links inside bubble up to here; the region itself takes no focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <section
      aria-label="Playbooks"
      className="min-h-0 min-w-0 flex-1 overflow-y-auto px-page pb-6"
      onFocus={(event) => {
        onEnter();
        place.onFocus(event);
      }}
      onKeyDown={moveByKey}
    >
      {groups.map(({ category, playbooks }) => (
        <div className="pb-5" key={category}>
          <h2 className="pb-2 text-table font-semibold text-muted">
            {category} <span className="font-normal tabular">{playbooks.length}</span>
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,288px),1fr))] gap-3">
            {playbooks.map((playbook) => (
              <PlaybookCard key={playbook.id} playbook={playbook} onChange={mayWrite ? handleChange : null} />
            ))}
          </ul>
        </div>
      ))}
      {changing?.change === 'edit' && <PlaybookDialog playbook={changing.playbook} onClose={close} />}
      {changing?.change === 'delete' && <DeletePlaybook playbook={changing.playbook} onClose={close} />}
    </section>
  );
}
