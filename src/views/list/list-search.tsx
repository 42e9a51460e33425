import { useRef, useState, type ReactElement } from 'react';
import { useShortcut } from '#src/platform/actions/shortcuts.ts';
import { SearchField } from '#src/ui/filters/search-field.tsx';

export interface ListSearchProps {
  /** Accessible name and placeholder: the product's text. */
  label: string;
  /** What is searched for now. */
  applied: string;
  /** With each key; blank text comes as the empty text. */
  onType: (text: string) => void;
  /** Enter, and whoever leaves the field: what they press next may lead away. */
  onCommit: () => void;
  /** On the keys sheet; the label where absent. */
  shortcutLabel?: string | undefined;
  className?: string | undefined;
}

/** The search of a list: `/` focuses it, the list follows each key. */
export function ListSearch(props: ListSearchProps): ReactElement {
  const { label, applied, onType, onCommit, shortcutLabel = label, className } = props;
  const [text, setText] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const inputRef = useRef<HTMLInputElement>(null);
  // Back, a chip or a link changed the search: the field follows it, not the other way round.
  if (applied !== seen) {
    setSeen(applied);
    if (applied !== text.trim()) setText(applied);
  }
  useShortcut({
    id: 'page-search',
    keys: ['/'],
    shown: ['/'],
    label: shortcutLabel,
    group: 'This page',
    run: () => inputRef.current?.focus(),
  });
  return (
    <SearchField
      className={className}
      inputRef={inputRef}
      label={label}
      shortcut="/"
      value={text}
      onChange={(next) => {
        setText(next);
        onType(next.trim());
      }}
      onSubmit={onCommit}
      onLeave={onCommit}
    />
  );
}
