import { useRef, useState, type ReactElement } from 'react';
import { useShortcut } from '#src/platform/shortcuts.ts';
import { SearchField } from '#src/ui/search-field.tsx';
import { useDelayed } from '#src/ui/use-delayed.ts';

export interface PageSearchProps {
  /** Accessible name and placeholder: the product's text. */
  label: string;
  /** What is searched for now, as the address says. */
  applied: string;
  delayMs: number;
  /** Blank text comes as the empty text. */
  onApply: (text: string) => void;
  /** On the keys sheet; the label where absent. */
  shortcutLabel?: string;
  className?: string | undefined;
}

/** The search of a page: `/` focuses it, typing applies after a pause, Enter at once. */
export function PageSearch(props: PageSearchProps): ReactElement {
  const { label, applied, delayMs, onApply, shortcutLabel = label, className } = props;
  const [text, setText] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const inputRef = useRef<HTMLInputElement>(null);
  // Back, a chip or a link changed the address: the field follows it, not the other way round.
  if (applied !== seen) {
    setSeen(applied);
    if (applied !== text) setText(applied);
  }
  const delayed = useDelayed<string>(delayMs, (next) => {
    if (next !== applied) onApply(next);
  });
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
        delayed.schedule(next.trim() === '' ? '' : next);
      }}
      onSubmit={delayed.flush}
    />
  );
}
