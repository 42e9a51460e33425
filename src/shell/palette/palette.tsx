import { Search } from 'lucide-react';
import { useMemo, useRef, useState, type ReactElement } from 'react';

import { Heading } from 'react-aria-components/Heading';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Menu } from 'react-aria-components/Menu';
import { TextField } from 'react-aria-components/TextField';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { Button } from '#src/ui/button.tsx';
import { Autocomplete } from '#src/ui/forms/autocomplete.tsx';
import { useSettled } from '#src/ui/forms/use-settled.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { DialogFrame } from '#src/ui/overlays/dialog.tsx';
import { MenuItems } from '#src/ui/overlays/menu-items.tsx';
import type { MenuGroup } from '#src/ui/overlays/menu-types.ts';
import { usePlaybookMenu } from '#src/views/playbook-menu.ts';
import { usePanel } from '../panel-links.ts';
import { useCommands } from './commands.ts';
import { MARKS, readTyped, shownOf, type Part, type Shown } from './matching.ts';
import { useOpenedPart } from './opened.ts';
import { placesPart } from './places.ts';
import { runPart, useRunReason, type Target } from './running.ts';
import { useThings } from './things.ts';

/** A screen reader says the letter first. */
const ANNOUNCE_AFTER_MS = 700;

export interface PaletteProps {
  userId: string;
  /** Closes it; `then` runs once the focus is back where it came from. */
  onClose: (then?: () => void) => void;
  onNewIncident: () => void;
}

/** Everything by its name, of what is on this device (ux 4.4). */
export function Palette({ userId, onClose, onNewIncident }: PaletteProps): ReactElement {
  const [text, setText] = useState('');
  const [target, setTarget] = useState<Target | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const shown = useShown(text, target, {
    userId,
    onNewIncident,
    onClose,
    onTarget: (next) => {
      setTarget(next);
      setText('');
      inputRef.current?.focus();
    },
  });
  const count = shown.total === 1 ? '1 result' : `${shown.total} results`;
  const said = useSettled(shown.isReading ? 'Reading' : count, ANNOUNCE_AFTER_MS);
  const label = target === null ? 'Search everything' : `Playbooks for ${target.name}`;
  const begin = (mark: string): void => {
    setText(mark);
    inputRef.current?.focus();
  };
  return (
    <DialogFrame isDismissable isOpen onOpenChange={() => onClose()}>
      <Heading className="sr-only" slot="title">
        Command palette
      </Heading>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog gives its focus to something inside; whoever opens this one types
          autoFocus
          className="flex shrink-0 items-center gap-2.5 border-b border-line px-4"
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '') setTarget(null);
          }}
        >
          <Icon className="text-muted" icon={Search} />
          <Label className="sr-only">{label}</Label>
          <Input
            autoComplete="off"
            className="h-12 min-w-0 flex-1 bg-transparent text-body text-fg outline-none placeholder:text-muted"
            dir="auto"
            placeholder={label}
            ref={inputRef}
          />
          <kbd
            aria-hidden
            className="rounded-[4px] border border-line px-1 text-caption text-muted pointer-coarse:hidden"
          >
            Esc
          </kbd>
        </TextField>
        <div className="scroll-line min-h-0 flex-1 overflow-y-auto">
          {text === '' && <Hints target={target} onBegin={begin} onLeave={() => setTarget(null)} />}
          <Menu
            aria-label="Results"
            className="p-1.5 outline-none"
            renderEmptyState={() => (
              <p className="px-2 py-6 text-center text-table text-muted">
                {shown.isReading ? 'Reading…' : 'Nothing matches'}
              </p>
            )}
            onAction={(key) => {
              // A line that stays says so by itself: it has no address and has run already.
              if (shown.leaving.has(String(key))) onClose();
            }}
          >
            <MenuItems groups={shown.groups} isWide />
          </Menu>
        </div>
      </Autocomplete>
      <output className="sr-only">{said}</output>
    </DialogFrame>
  );
}

interface HintsProps {
  target: Target | null;
  onBegin: (mark: string) => void;
  onLeave: () => void;
}

/** What narrows the search, to be pressed where typing it is far; and the way back from the playbooks of a thing. */
function Hints({ target, onBegin, onLeave }: HintsProps): ReactElement {
  return (
    <div className="flex flex-wrap gap-1.5 px-3.5 pt-3 pb-1">
      {target === null ? (
        Object.entries(MARKS).map(([mark, label]) => (
          <Button key={mark} size="small" onPress={() => onBegin(mark)}>
            <kbd className="me-1 font-mono text-muted">{mark}</kbd> {label}
          </Button>
        ))
      ) : (
        <Button size="small" onPress={onLeave}>
          Back to everything
        </Button>
      )}
    </div>
  );
}

interface ShownDeeds extends Pick<PaletteProps, 'userId' | 'onNewIncident' | 'onClose'> {
  onTarget: (target: Target) => void;
}

/** The groups for what is typed, and which of their lines are links that lead away. */
function useShown(
  text: string,
  target: Target | null,
  { userId, onNewIncident, onClose, onTarget }: ShownDeeds,
): Shown & { readonly leaving: ReadonlySet<string> } {
  const access = useAccess();
  const { openPanel } = usePanel();
  const typed = useMemo(() => readTyped(text), [text]);
  const run = (work: () => void): void => onClose(work);
  const commands = useCommands(run, onNewIncident);
  const opened = useOpenedPart(userId);
  const things = useThings(typed);
  const reason = useRunReason();
  const playbooks = usePlaybookMenu(target?.subject ?? null, true)?.group;
  const isEmpty = typed.mark === null && typed.words.length === 0;
  const places = placesPart(access, () => run(() => openPanel('log')));
  const parts: readonly Part[] =
    target !== null
      ? partsOfMenu(playbooks)
      : isEmpty
        ? [opened, places, commands]
        : [places, ...things, runPart(things, typed, reason, onTarget), commands];
  const shown = shownOf(parts, typed);
  const items = shown.groups.flatMap(({ items: each }) => each);
  const leaving = items.filter(
    ({ href, disabledReason }) => href !== undefined && disabledReason === undefined,
  );
  return { ...shown, leaving: new Set(leaving.map(({ id }) => id)) };
}

/** A menu of the house as a part; what it says instead of playbooks stays, whatever is typed. */
function partsOfMenu(group: MenuGroup | undefined): readonly Part[] {
  if (group === undefined) return [];
  const said = group.items.find(({ id }) => id === 'notice');
  const entries = group.items.filter(({ id }) => id !== 'notice');
  const title = group.title ?? 'Playbooks';
  const isReading = said?.label === 'Loading…';
  return [{ id: group.id, title, mark: null, entries, isReading, lack: isReading ? undefined : said?.label }];
}
