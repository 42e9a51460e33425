import { Ban, GitCompareArrows, X } from 'lucide-react';
import {
  createContext,
  useCallback,
  useContext,
  useMemo,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { runRead } from '#sync/read/playbooks/run-detail.ts';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/class-names.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { PlainLink } from '#src/ui/text/text-link.tsx';
import type { ListAddress } from '#src/views/list/use-list-address.ts';
import { runCompareSearch } from '../compare/run-compare-search.ts';
import { readRun, runName, type Run } from '../run-row.ts';
import type { RunListParams } from './run-search.ts';

/** The run that another one is to be compared with; undefined where none is chosen. */
interface Choice {
  readonly first:
    | { readonly id: string; readonly run: Run | undefined; readonly isRead: boolean }
    | undefined;
  readonly onChoose: (id: string | undefined) => void;
  /** Why the last row that was pressed cannot be the second one. */
  readonly refused: string | undefined;
  readonly onRefused: (reason: string) => void;
}

const nothing = (): void => undefined;
const Context = createContext<Choice>({
  first: undefined,
  onChoose: nothing,
  refused: undefined,
  onRefused: nothing,
});

/** Around the list: which run is chosen stands in the address, so that it outlives a page turned and a reload. */
export function ChooseToCompare({
  address: { view, change },
  children,
}: {
  address: ListAddress<RunListParams>;
  children: ReactNode;
}): ReactElement {
  const id = view.compare;
  const { run, isRead } = useFirst(id);
  const [refused, setRefused] = useState<string>();
  const onChoose = useCallback(
    (compare: string | undefined) => {
      setRefused(undefined);
      change({ compare }, { replace: true });
    },
    [change],
  );
  const choice = useMemo<Choice>(
    () => ({
      first: id === undefined ? undefined : { id, run, isRead },
      onChoose,
      refused,
      onRefused: setRefused,
    }),
    [id, run, isRead, onChoose, refused],
  );
  useShortcut({
    id: 'run-compare',
    keys: ['x'],
    shown: ['x'],
    label: 'Compare this run',
    group: 'This page',
    run: () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-compare]')?.click(),
  });
  return <Context value={choice}>{children}</Context>;
}

/** It may stand on another page of the list than the one that is shown. */
function useFirst(id: string | undefined): { run: Run | undefined; isRead: boolean } {
  const model = useReadModel();
  const live = useLive(async () => (id === undefined ? null : await model.late(runRead(id))), [model, id]);
  const read = useDocument('playbook-run', id ?? '', id !== undefined);
  const here = live.value?.data.run ?? undefined;
  const body = read.value?.body;
  const run = useMemo(() => readRun(here) ?? readRun(body), [here, body]);
  return { run, isRead: read.status !== 'loading' && live.status !== 'loading' };
}

/** What is in the way of comparing a run with the chosen one; undefined for nothing. */
export function reasonAgainst(first: NonNullable<Choice['first']>, run: Run): string | undefined {
  if (first.run === undefined)
    return first.isRead
      ? 'The run chosen first is not on this device: choose another one'
      : 'The run chosen first is still being read';
  return first.run.playbook_id === run.playbook_id
    ? undefined
    : `Only two runs of the same playbook can be compared; the first is one of ${runName(first.run)}`;
}

/** Both sides of the page that compares them, the earlier run first. */
export function compareHref(one: Run, other: Run): string {
  const isOlder = Date.parse(one.created_at ?? '') <= Date.parse(other.created_at ?? '');
  return runCompareSearch.href(isOlder ? { a: one.id, b: other.id } : { a: other.id, b: one.id });
}

/** Always there: nothing that is pressed is shown by hovering alone (ux need 13). */
const BOX =
  'ms-auto grid size-6 shrink-0 place-items-center rounded-control hover:bg-pressed pointer-coarse:size-11';

/** In a row of the list: chooses it as the first of two, or leads to the two compared. Rows have one tab stop: `x` comes here. */
export function CompareChoice({ run }: { run: Run }): ReactElement {
  const { first, onChoose, onRefused } = useContext(Context);
  if (first === undefined || first.id === run.id) {
    const isChosen = first !== undefined;
    return (
      <button
        aria-label="Compare this run"
        aria-pressed={isChosen}
        className={cx(BOX, isChosen ? 'bg-selected text-accent' : 'text-muted hover:text-fg')}
        data-compare
        tabIndex={-1}
        title={isChosen ? 'Chosen to be compared (x takes it back)' : 'Compare this run with another (x)'}
        type="button"
        onClick={() => onChoose(isChosen ? undefined : run.id)}
      >
        <Icon icon={GitCompareArrows} size={14} />
      </button>
    );
  }
  const reason = reasonAgainst(first, run);
  if (first.run === undefined || reason !== undefined) {
    return (
      <button
        aria-disabled
        aria-label="Compare with the chosen run"
        className={cx(BOX, 'text-muted')}
        data-compare
        tabIndex={-1}
        title={reason}
        type="button"
        onClick={() => reason !== undefined && onRefused(reason)}
      >
        <Icon icon={Ban} size={14} />
      </button>
    );
  }
  return (
    <PlainLink
      aria-label="Compare with the chosen run"
      className={cx(BOX, 'border border-line-strong text-accent')}
      data-compare
      href={compareHref(first.run, run)}
      tabIndex={-1}
      title="Compare with the chosen run (x)"
    >
      <Icon icon={GitCompareArrows} size={14} />
    </PlainLink>
  );
}

/** Beside the title: what is chosen, and the way out of it. */
export function ChosenRun(): ReactElement | null {
  const { first, onChoose, refused } = useContext(Context);
  if (first === undefined) return null;
  const name = first.run === undefined ? 'a run' : `a run of ${runName(first.run)}`;
  return (
    <span className="flex min-w-0 items-center gap-2 text-table">
      <output className="min-w-0 text-muted wrap-any">
        {refused ?? `Comparing ${name}: choose the other one`}
      </output>
      <Button icon={X} onPress={() => onChoose(undefined)}>
        Stop comparing
      </Button>
    </span>
  );
}
