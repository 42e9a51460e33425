import { useState, type ReactElement } from 'react';
import type { HypothesisNode } from '#sync/read/types.ts';
import { Select } from '#src/ui/forms/select.tsx';
import { useIncidentScreen } from '../incident-context.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { flatTree, titleText } from './subtree.ts';

/** The place of a text whose hypothesis is not chosen yet. */
const ANY = 'any';

/** Writes to any hypothesis without looking for it in the tree; a tree of one has its composer already. */
export function IncidentComposer({ tree }: { tree: readonly HypothesisNode[] }): ReactElement | null {
  const { incidentId } = useIncidentScreen();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const nodes = flatTree(tree);
  if (nodes.length === 1) return null;
  const chosen = nodes.find(({ node }) => node.id === chosenId)?.node;
  return (
    <section
      aria-label="Comment on any hypothesis"
      className="mt-6 flex flex-col gap-2 border-t border-line pt-4"
    >
      <Select
        className="max-w-md"
        label="Hypothesis"
        options={nodes.map(({ node, depth }) => ({
          id: node.id,
          label: `${'\u2003'.repeat(depth)}${titleText(node.title)}`,
        }))}
        placeholder={nodes.length === 0 ? 'There is none yet' : 'Choose…'}
        value={chosen?.id ?? null}
        onChange={setChosenId}
      />
      <CommentComposer
        draftKey={`/incidents/${incidentId}#comment:${ANY}`}
        hypothesisId={chosen?.id ?? null}
        hypothesisTitle="the chosen hypothesis"
        onSent={() => setChosenId(null)}
      />
    </section>
  );
}
