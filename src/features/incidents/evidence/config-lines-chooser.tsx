import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import type { AttachSource } from '#src/platform/actions/attach-evidence.tsx';
import { useDocument } from '#src/platform/replica/use-document.ts';
import { Button } from '#src/ui/button.tsx';
import { SearchField } from '#src/ui/filters/search-field.tsx';
import { counted } from '../incident-labels.ts';
import { documentLines, type DocumentLines } from './config-lines.ts';
import { DocumentView } from './document-view.tsx';

/** A catalog item that is about to become evidence. */
export type ConfigSource = Extract<AttachSource, { readonly kind: 'config' }>;

/** Shown at once; typing finds the others. */
const SHOWN_LINES = 300;

interface ConfigLinesChooserProps {
  source: ConfigSource;
  onChange: (source: ConfigSource) => void;
}

/** Chooses lines of the document as this device has it; without them the item is attached by its name and state. */
export function ConfigLinesChooser({ source, onChange }: ConfigLinesChooserProps): ReactElement {
  const [isOpen, setOpen] = useState(source.selected.length > 0);
  const read = useDocument('config', source.configId, isOpen);
  const count = source.selected.length;
  const words = count === 0 ? 'Choose lines' : `${counted(count, 'line')} chosen`;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button
        aria-expanded={isOpen}
        // Begins with what is read on it: so it is called by voice.
        aria-label={`${words} of ${source.name}`}
        className="-ms-2 text-muted"
        icon={isOpen ? ChevronDown : ChevronRight}
        size="small"
        variant="ghost"
        onPress={() => setOpen(!isOpen)}
      >
        {words}
      </Button>
      {isOpen && (
        <div className="w-full">
          <DocumentView read={read} what={`The document of ${source.name}`}>
            {(body) => (
              <Choice found={documentLines(source.configType, body)} source={source} onChange={onChange} />
            )}
          </DocumentView>
        </div>
      )}
    </div>
  );
}

function Choice({ found, ...rest }: ConfigLinesChooserProps & { found: DocumentLines }): ReactElement {
  switch (found.kind) {
    case 'secret':
      return (
        <p className="text-table text-muted">
          It holds a secret, so its lines cannot be attached: evidence is copied to every device that has the
          incident.
        </p>
      );
    case 'empty':
      return <p className="text-table text-muted">This catalog item has no document.</p>;
    case 'lines':
      return <Lines {...rest} lines={found.lines} omitted={found.omitted} />;
  }
}

function Lines({
  source,
  lines,
  omitted,
  onChange,
}: ConfigLinesChooserProps & { lines: readonly string[]; omitted: number }): ReactElement {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = lines.flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [{ id: at, line }] : []));
  const shown = found.slice(0, SHOWN_LINES);
  const choose = (keys: 'all' | Iterable<string | number>): void => {
    // Also those that are chosen and out of the search: the list gives them back as they are.
    const all = keys === 'all' ? [...source.selected, ...shown.map(({ id }) => id)] : [...keys].map(Number);
    const selected = [...new Set(all)].toSorted((a, b) => a - b);
    onChange({ ...source, selected, lines: selected.length === 0 ? [] : lines });
  };
  return (
    <div className="flex flex-col gap-1.5">
      <SearchField label={`Find in the lines of ${source.name}`} value={text} onChange={setText} />
      <ListBox
        aria-label={`Lines of ${source.name}`}
        className="max-h-64 overflow-auto rounded-control border border-line bg-panel py-1 font-mono text-caption outline-offset-[-2px]"
        // It is for the dialog around, as everywhere; here it would throw away what was chosen.
        escapeKeyBehavior="none"
        items={shown}
        selectedKeys={source.selected}
        selectionBehavior="toggle"
        selectionMode="multiple"
        onSelectionChange={choose}
      >
        {({ id, line }) => (
          <ListBoxItem
            className="flex min-h-target w-max min-w-full cursor-default items-center gap-3 border-s-2 border-transparent px-2.5 outline-none data-focused:bg-hover data-focus-visible:outline-2 data-focus-visible:outline-offset-[-2px] data-focus-visible:outline-focus data-selected:border-accent-solid data-selected:bg-accent-soft pointer-coarse:min-h-11"
            id={id}
            textValue={line === '' ? `Line ${id + 1}` : line}
          >
            <span className="min-w-6 shrink-0 text-end text-muted select-none">{id + 1}</span>
            <span className="whitespace-pre">{line === '' ? ' ' : line}</span>
          </ListBoxItem>
        )}
      </ListBox>
      <output className="text-table text-muted">
        {found.length > shown.length
          ? `The first ${shown.length} of ${counted(found.length, 'line')}: type to find others.`
          : `${counted(found.length, 'line')}.`}
        {omitted > 0 && ` ${counted(omitted, 'further line')} cannot be attached.`}
      </output>
    </div>
  );
}
