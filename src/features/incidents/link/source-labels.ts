import type { AttachSource } from '#src/platform/actions/attach-evidence.tsx';
import { evidenceTypeWords } from '../evidence/wizard-types.ts';
import { counted } from '../incident-labels.ts';

/** What is about to be attached: "Check api-health", "3 lines of payments". */
export function sourceWords(source: AttachSource): string {
  switch (source.kind) {
    case 'check':
      return `Check ${source.name}`;
    case 'config':
      return source.selected.length === 0
        ? `Catalog item ${source.name}`
        : `${counted(source.selected.length, 'line')} of ${source.name}`;
    case 'log':
      return `${counted(source.lines.length, 'log line')} of ${source.name}`;
    case 'config_change':
      return `Config change ${source.name}`;
    case 'config_analysis':
      return `Insight ${source.name}`;
    case 'topology':
      return `Component ${source.name}`;
    case 'comment':
      return 'A note';
    case 'copy':
      return `${evidenceTypeWords(source.evidence.type)} ${source.name}`;
  }
}

/** Where the words about it are kept while they are typed: those about one thing are not offered for another. */
export function wordsKey(source: AttachSource): string {
  return `/incidents?panel=attach#${source.kind}:${sourceId(source)}`;
}

/** The same for what is chosen beside them. */
export function choicesKey(source: AttachSource): string {
  const id = source.kind === 'copy' ? source.name : sourceId(source);
  return `/incidents?panel=attach#choices:${source.kind}:${id}`;
}

function sourceId(source: AttachSource): string {
  switch (source.kind) {
    case 'check':
      return source.checkId;
    case 'config':
      return source.configId;
    case 'log':
      return source.componentId ?? source.configId ?? '';
    case 'config_change':
      return source.changeId;
    case 'config_analysis':
      return source.analysisId;
    case 'topology':
      return source.componentId;
    case 'comment':
    case 'copy':
      return '';
  }
}
