import {
  Box,
  CircleCheck,
  Ellipsis,
  FileCode2,
  FileDiff,
  HeartPulse,
  Lightbulb,
  Link2,
  ListChecks,
  Paperclip,
  Plus,
  ScrollText,
  StickyNote,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useContext, useState, type ReactElement } from 'react';
import type { RunSubject } from '#sync/protocol/run-params.ts';
import type { EvidenceView } from '#sync/read/types.ts';
import { ATTACH_EVIDENCE_LABEL, useAttachEvidence } from '#src/platform/actions/attach-evidence.tsx';
import { Age } from '#src/ui/marks/age.tsx';
import { IconButton, IconButtonFace } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/marks/icon.tsx';
import { Menu, type MenuAction } from '#src/ui/overlays/menu.tsx';
import { SyncMark } from '#src/ui/marks/sync-mark.tsx';
import { TextLink } from '#src/ui/text/text-link.tsx';
import { usePlaybookMenu } from '#src/views/playbook-menu.ts';
import { syncStateOf } from '#src/views/sync-marks.ts';
import { TreeControlsContext } from '../tree/tree-context.ts';
import { useWriteReason } from '../permissions.ts';
import { copyOf } from './copy-evidence.ts';
import { DeleteEvidence } from './delete-evidence.tsx';
import { EvidenceBody } from './evidence-body.tsx';
import { evidenceContent, evidenceHref, type EvidenceContent } from './evidence-content.ts';
import { wizardTypeOf, type WizardType } from './wizard-types.ts';

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

interface EvidenceItemProps {
  evidence: EvidenceView;
  /** Opens the wizard at its search for things of the same type; absent where nothing may be added. */
  onAddMore?: ((type: WizardType) => void) | undefined;
}

/** One evidence: what it is, who brought it, what it said then and says now. */
export function EvidenceItem({ evidence, onAddMore }: EvidenceItemProps): ReactElement {
  const areControlsMade = useContext(TreeControlsContext);
  const content = evidenceContent(evidence);
  const state = syncStateOf(evidence.marks);
  const href = evidenceHref(evidence);
  return (
    <li className="flex gap-2.5 py-2 first:pt-1 last:pb-1">
      <Icon className="mt-1.5 text-muted" icon={ICONS[content.kind]} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-h-7 items-start gap-1">
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1 text-table">
            {href === null ? (
              <span className="font-medium wrap-any">{content.title}</span>
            ) : (
              <TextLink
                className="font-medium wrap-any pointer-coarse:-my-3 pointer-coarse:py-3"
                href={href}
                tone="quiet"
              >
                {content.title}
              </TextLink>
            )}
            <span className="text-muted">{evidence.author.name}</span>
            <Age at={evidence.createdAt} className="text-muted" label="Added" />
            {evidence.definitionOfDone && <DefinitionOfDone isDone={evidence.done} />}
            {state !== undefined && <SyncMark state={state} />}
          </div>
          {areControlsMade ? (
            <ItemMenu evidence={evidence} title={content.title} onAddMore={onAddMore} />
          ) : (
            <IconButtonFace className="pointer-coarse:-my-2" icon={Ellipsis} />
          )}
        </div>
        {content.description !== '' && <p className="text-table wrap-any">{content.description}</p>}
        <EvidenceBody content={content} evidence={evidence} />
        {evidence.script !== null && <Script evidence={evidence} />}
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

/** What the server evaluates, and what went wrong with it. */
function Script({ evidence }: { evidence: EvidenceView }): ReactElement {
  return (
    <p className="text-caption text-muted wrap-any">
      Done when <code>{evidence.script}</code>
      {evidence.scriptResult !== null && ` · last evaluation: ${evidence.scriptResult}`}
    </p>
  );
}

function ItemMenu({ evidence, title, onAddMore }: EvidenceItemProps & { title: string }): ReactElement {
  const attach = useAttachEvidence();
  const deleteReason = useWriteReason('evidences', 'evidence');
  const [isDeleting, setDeleting] = useState(false);
  const source = copyOf(evidence, title);
  const type = wizardTypeOf(evidence.type);
  const playbooks = usePlaybookMenu(subjectOf(evidence));
  const items: readonly MenuAction[] = [
    ...(onAddMore === undefined || type === undefined
      ? []
      : [
          {
            id: 'more',
            label: 'Add more of this type',
            icon: Plus,
            onAction: () => onAddMore(type),
          },
        ]),
    ...(attach === null || source === null
      ? []
      : [
          {
            id: 'attach',
            label: ATTACH_EVIDENCE_LABEL,
            description: 'To another incident, as it is here',
            icon: Link2,
            onAction: () => attach(source),
          },
        ]),
    {
      id: 'delete',
      label: 'Delete evidence',
      icon: Trash2,
      tone: 'danger',
      disabledReason: deleteReason,
      onAction: () => setDeleting(true),
    },
  ];
  return (
    <>
      <Menu
        groups={[{ id: 'Evidence', items }, ...(playbooks === null ? [] : [playbooks.group])]}
        label={`Actions for ${title}`}
        placement="bottom end"
        trigger={
          <IconButton
            // Higher than the line beside it under a finger: it reaches into the space around instead of making one.
            className="pointer-coarse:-my-2"
            icon={Ellipsis}
            label={`Actions for ${title}`}
            size="small"
          />
        }
        onOpenChange={(isOpen) => {
          if (isOpen) playbooks?.onOpen();
        }}
      />
      {isDeleting && <DeleteEvidence evidence={evidence} title={title} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** What a playbook can be run on, of what was brought; a line of a log and a change are of their config or component. */
function subjectOf({ refs: { checkId, configId, componentId } }: EvidenceView): RunSubject | null {
  if (checkId !== null) return { kind: 'check', id: checkId };
  if (configId !== null) return { kind: 'config', id: configId };
  return componentId === null ? null : { kind: 'component', id: componentId };
}
