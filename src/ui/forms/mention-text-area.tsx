import { useId, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Popover } from 'react-aria-components/Popover';
import { Avatar } from '../marks/avatar.tsx';
import { cx } from '../class-names.ts';
import { CONTROL_STYLE } from './control-style.ts';
import { insertMention, matchPeople, mentionAt, type MentionPerson, type MentionQuery } from './mention.ts';
import { POPOVER_STYLE } from '../overlays/popover.tsx';
import { useAutosize } from './text-area.tsx';

export type { MentionPerson } from './mention.ts';

const MAX_SHOWN = 8;

export interface MentionTextAreaProps {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  people: readonly MentionPerson[];
  /** Why names cannot be offered; said when a mention is being written. */
  peopleError?: string | undefined;
  placeholder?: string | undefined;
  minRows?: number;
  maxRows?: number;
  /** Ctrl or ⌘ with Enter. */
  onSubmit?: (() => void) | undefined;
  disabledReason?: string | undefined;
  className?: string | undefined;
}

/** A text area in which "@" offers people: arrows choose, Enter or Tab takes, Escape closes. */
export function MentionTextArea(props: MentionTextAreaProps): ReactElement {
  const {
    label,
    isLabelHidden = false,
    value,
    people,
    placeholder,
    minRows = 3,
    maxRows = 12,
    className,
  } = props;
  const { disabledReason, peopleError } = props;
  const id = useId();
  const ref = useAutosize(minRows, maxRows);
  const [container, setContainer] = useState<Element | null>(null);
  const mention = useMention(props, ref);
  const { matches, chosenAt } = mention;
  const isOpen = matches.length > 0;
  const optionId = (at: number): string => `${id}-option-${at}`;
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label className={cx('text-table font-medium', isLabelHidden && 'sr-only')} htmlFor={id}>
        {label}
      </label>
      <textarea
        autoComplete="off"
        dir="auto"
        aria-activedescendant={isOpen ? optionId(chosenAt) : undefined}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-describedby={disabledReason === undefined ? undefined : `${id}-reason`}
        aria-haspopup="listbox"
        className={cx(
          CONTROL_STYLE,
          'resize-none py-[calc((var(--control-height)-1.5rem)/2)] hover:border-muted focus:border-focus',
        )}
        id={id}
        placeholder={placeholder}
        readOnly={disabledReason !== undefined}
        ref={ref}
        rows={minRows}
        value={value}
        onBlur={mention.close}
        onFocus={(event) => setContainer(event.currentTarget.closest('main, [role="dialog"]'))}
        onChange={(event) => mention.handleText(event.target.value, event.target.selectionStart)}
        onKeyDown={mention.handleKeyDown}
        onSelect={(event) => mention.handleCaret(event.currentTarget.selectionStart)}
      />
      {disabledReason !== undefined && (
        <p className="text-table text-muted" id={`${id}-reason`}>
          {disabledReason}
        </p>
      )}
      {peopleError !== undefined && mention.isAsked && (
        <p className="text-table text-danger" role="alert">
          {peopleError}
        </p>
      )}
      <Popover
        aria-label="People"
        className={cx(POPOVER_STYLE, 'w-72')}
        isNonModal
        isOpen={isOpen}
        offset={4}
        placement="bottom start"
        triggerRef={ref}
        // Inside the landmark or dialog of the field: outside, assistive technology meets it nowhere.
        UNSTABLE_portalContainer={container ?? document.body}
        onOpenChange={mention.close}
      >
        <MentionList
          chosenAt={chosenAt}
          id={`${id}-list`}
          matches={matches}
          optionId={optionId}
          onTake={mention.take}
        />
      </Popover>
      <output className="sr-only">
        {isOpen ? `${matches.length} of ${people.length} people, arrow keys choose, Enter inserts` : ''}
      </output>
    </div>
  );
}

interface Mention {
  /** The caret stands in a mention, whether or not anybody matches. */
  isAsked: boolean;
  matches: readonly MentionPerson[];
  chosenAt: number;
  close: () => void;
  take: (person: MentionPerson) => void;
  handleText: (text: string, caret: number) => void;
  handleCaret: (caret: number) => void;
  handleKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

function useMention(props: MentionTextAreaProps, ref: RefObject<HTMLTextAreaElement | null>): Mention {
  const { value, onChange, people, onSubmit } = props;
  const [query, setQuery] = useState<MentionQuery>();
  const [chosen, setChosen] = useState(0);
  const matches = query === undefined ? [] : matchPeople(people, query.text, MAX_SHOWN);
  const chosenAt = Math.min(chosen, Math.max(0, matches.length - 1));

  const close = (): void => setQuery(undefined);
  const take = (person: MentionPerson): void => {
    if (query === undefined) return;
    const next = insertMention(value, query, person);
    // The caret can only be put where the text is.
    flushSync(() => {
      onChange(next.text);
      close();
    });
    ref.current?.setSelectionRange(next.caret, next.caret);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit?.();
      return;
    }
    if (matches.length === 0 || event.nativeEvent.isComposing) return;
    const person = matches[chosenAt];
    switch (event.key) {
      case 'ArrowDown':
        setChosen((chosenAt + 1) % matches.length);
        break;
      case 'ArrowUp':
        setChosen((chosenAt + matches.length - 1) % matches.length);
        break;
      case 'Enter':
      case 'Tab':
        if (person !== undefined) take(person);
        break;
      case 'Escape':
        // The list is the top layer: this Escape must not also close the dialog around it.
        event.stopPropagation();
        close();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const handleText = (text: string, caret: number): void => {
    onChange(text);
    setChosen(0);
    setQuery(mentionAt(text, caret));
  };
  const handleCaret = (caret: number): void => {
    // Moving the caret out of the mention closes the list; moving about never opens it.
    if (query !== undefined && mentionAt(value, caret)?.start !== query.start) close();
  };
  return {
    isAsked: query !== undefined,
    matches,
    chosenAt,
    close,
    take,
    handleText,
    handleCaret,
    handleKeyDown,
  };
}

interface MentionListProps {
  id: string;
  matches: readonly MentionPerson[];
  chosenAt: number;
  optionId: (at: number) => string;
  onTake: (person: MentionPerson) => void;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- no native list can be pointed at from a text area */
/** Focus stays in the text; the list is only pointed at. */
function MentionList({ id, matches, chosenAt, optionId, onTake }: MentionListProps): ReactElement {
  return (
    <ul aria-label="People" className="p-1 text-table" id={id} role="listbox">
      {matches.map((person, at) => (
        <li
          aria-selected={at === chosenAt}
          className={cx(
            'flex min-h-control-small cursor-pointer items-center gap-2 rounded-control px-2 py-1 hover:bg-hover',
            at === chosenAt && 'bg-selected',
          )}
          id={optionId(at)}
          key={person.id}
          role="option"
          // Before blur: the text area must keep focus and caret.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(person);
          }}
        >
          <Avatar id={person.id} isDecorative name={person.name} size="small" />
          <span className="min-w-0 truncate">{person.name}</span>
          {person.description !== undefined && (
            <span className="min-w-0 flex-1 truncate text-end text-muted">{person.description}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
