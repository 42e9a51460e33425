import { Box, FileCode2, FileDiff, HeartPulse, Lightbulb, StickyNote, type LucideIcon } from 'lucide-react';
import type { AttachSource } from '#src/platform/actions/attach-evidence.tsx';
import { titleOf } from '../incident-labels.ts';

/** What the wizard can search for. Config and log lines are chosen on their own screens. */
export const WIZARD_TYPES = [
  'check',
  'topology',
  'config',
  'config_change',
  'config_analysis',
  'comment',
] as const;
export type WizardType = (typeof WIZARD_TYPES)[number];

export interface TypeWords {
  readonly label: string;
  /** Of one that is searched: "checks". */
  readonly many: string;
  readonly help: string;
  readonly icon: LucideIcon;
}

export const TYPE_WORDS: Readonly<Record<WizardType, TypeWords>> = {
  check: { label: 'Check', many: 'checks', help: 'A health check with its last runs', icon: HeartPulse },
  topology: { label: 'Component', many: 'components', help: 'A part of the topology', icon: Box },
  config: { label: 'Catalog item', many: 'catalog items', help: 'A config of the catalog', icon: FileCode2 },
  config_change: {
    label: 'Config change',
    many: 'config changes',
    help: 'What changed, with its diff',
    icon: FileDiff,
  },
  config_analysis: {
    label: 'Insight',
    many: 'insights',
    help: 'What an analyzer found',
    icon: Lightbulb,
  },
  comment: { label: 'Note', many: 'notes', help: 'Something you saw or know', icon: StickyNote },
};

/** A type the wizard can search, or undefined: logs and unknown types have none. */
export function wizardTypeOf(type: string): WizardType | undefined {
  return WIZARD_TYPES.find((each) => each === (type === 'component' ? 'topology' : type));
}

/** Any stored type, in the word the wizard has for it. */
export function evidenceTypeWords(type: string): string {
  if (type === 'log') return 'Logs';
  const known = wizardTypeOf(type);
  return known === undefined ? titleOf(type) : TYPE_WORDS[known].label;
}

/** One thing that was found. */
export interface FoundLine {
  readonly id: string;
  readonly title: string;
  /** Type, catalog item, time: what tells it from others with its name. */
  readonly detail: string;
  readonly state: string | null;
  readonly source: AttachSource;
}
