import {
  Box,
  CircleCheck,
  FileCode2,
  FileDiff,
  HeartPulse,
  Lightbulb,
  ListChecks,
  Paperclip,
  ScrollText,
  StickyNote,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { EvidenceView } from '#sync/read/types.ts';
import { Age } from '#src/ui/age.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { KEY_SCROLLABLE } from '#src/ui/key-scrollable.ts';
import { Markdown } from '#src/ui/markdown.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { evidenceContent, SHOWN_LINES, type EvidenceContent, type NumberedLine } from './evidence-content.ts';
import { counted } from './incident-words.ts';
import { syncStateOf } from './marks.ts';

const ICONS: Readonly<Record<EvidenceContent['kind'], LucideIcon>> = {
  config: FileCode2,
  log: ScrollText,
  check: HeartPulse,
  component: Box,
  comment: StickyNote,
  change: FileDiff,
  insight: Lightbulb,
  other: Paperclip,
};

/** Evidence of one hypothesis, read-only, oldest first as the store gives it. */
export function EvidenceList({ evidences }: { evidences: readonly EvidenceView[] }): ReactElement {
  if (evidences.length === 0) return <p className="text-table text-muted">No Evidence</p>;
  return (
    <ul aria-label="Evidence" className="flex flex-col divide-y divide-line">
      {evidences.map((evidence) => (
        <EvidenceLine evidence={evidence} key={evidence.id} />
      ))}
    </ul>
  );
}

function EvidenceLine({ evidence }: { evidence: EvidenceView }): ReactElement {
  const content = evidenceContent(evidence);
  const state = syncStateOf(evidence.marks);
  return (
    <li className="flex gap-2.5 py-2 first:pt-1 last:pb-1">
      <Icon className="mt-0.5 text-muted" icon={ICONS[content.kind]} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-baseline gap-x-2 text-table">
          <span className="font-medium wrap-any">{content.title}</span>
          <span className="text-muted">{evidence.author.name}</span>
          <Age at={evidence.createdAt} className="text-muted" label="Added" />
          {evidence.definitionOfDone && <DefinitionOfDone isDone={evidence.done} />}
          {state !== undefined && <SyncMark state={state} />}
        </div>
        {content.text !== null && content.text !== '' && <Markdown text={content.text} />}
        {content.description !== '' && (
          <p className="text-table text-muted wrap-any">{content.description}</p>
        )}
        {content.lines.length > 0 && <Lines label={content.title} lines={content.lines} />}
      </div>
    </li>
  );
}

function DefinitionOfDone({ isDone }: { isDone: boolean }): ReactElement {
  return (
    <span className="inline-flex items-center gap-1 self-center text-caption text-muted">
      <Icon icon={isDone ? CircleCheck : ListChecks} size={13} />
      Definition of done{isDone ? ', done' : ''}
    </span>
  );
}

/** The frozen lines, so that they can be read when their source is gone. */
function Lines({ label, lines }: { label: string; lines: readonly NumberedLine[] }): ReactElement {
  const shown = lines.slice(0, SHOWN_LINES);
  const rest = lines.length - shown.length;
  return (
    <section
      aria-label={`Lines of ${label}`}
      className="overflow-x-auto rounded-control border border-line bg-panel py-1.5 font-mono text-caption"
      {...KEY_SCROLLABLE}
    >
      {shown.map((line, at) => (
        // Lines are a frozen snapshot: their place is their identity.
        <div className="flex min-w-max gap-3 px-2.5" key={at}>
          {line.lead !== '' && (
            <span className="min-w-6 shrink-0 text-end text-muted select-none">{line.lead}</span>
          )}
          <span className="whitespace-pre">{line.text === '' ? ' ' : line.text}</span>
        </div>
      ))}
      {rest > 0 && <p className="px-2.5 pt-1 font-sans text-muted">+{counted(rest, 'line')}</p>}
    </section>
  );
}
