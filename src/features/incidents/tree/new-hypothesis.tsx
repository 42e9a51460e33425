import { useRef, type ReactElement } from 'react';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { useIncidentScreen } from '../incident-context.tsx';
import { titleOf } from '../incident-labels.ts';
import { showWhole } from '#src/ui/show-whole.ts';
import { TitleEditor } from './hypothesis-title.tsx';
import { useTreeEditing, type NewNode } from './tree-context.ts';

const NAMES = { root: 'hypothesis', factor: 'factor', solution: 'solution' } as const;

interface NewHypothesisProps {
  node: NewNode;
  type: keyof typeof NAMES;
}

/**
 * A hypothesis in its place in the tree while its title is written. The row is made with the first title that is
 * saved, so that nobody else ever sees one without; Escape takes it back.
 */
export function NewHypothesis({ node, type }: NewHypothesisProps): ReactElement {
  const { commands } = useIncidentScreen();
  const { made, end } = useTreeEditing();
  const id = useRef<string | null>(null);
  const name = `New ${NAMES[type]}`;

  /** The editor saves one title after the other, so there is at most one row. */
  const save = async (title: string): Promise<void> => {
    if (title === '') {
      if (id.current !== null) await commands.deleteHypothesis(id.current);
      id.current = null;
      made(null);
      return;
    }
    if (id.current !== null) {
      await commands.setTitle(id.current, title);
      return;
    }
    id.current = await commands.addHypothesis(node.parentId, title);
    made(id.current);
  };
  return (
    <li className="min-w-0">
      <section
        aria-label={name}
        className="flex min-h-11 min-w-0 scroll-my-4 items-center gap-2 py-1.5"
        ref={showWhole}
      >
        <TitleEditor isNew label={name} title="" onClose={end} onSave={save} />
        {node.madeId !== null && <SyncMark isCompact state="pending" />}
        <span className="text-table text-muted">{titleOf(type)}</span>
      </section>
    </li>
  );
}
