import { snapshotOf, type Snapshot } from '#sync/protocol/evidence-payload.ts';
import type { EvidenceView } from '#sync/read/types.ts';
import { titleOf } from '../incident-words.ts';

/** What one evidence shows, independent of how the payload of its type is built. */
export interface EvidenceContent {
  readonly kind: 'config' | 'log' | 'check' | 'component' | 'comment' | 'change' | 'insight' | 'other';
  /** Name of the thing, or the type in words. */
  readonly title: string;
  /** Markdown of a comment. */
  readonly text: string | null;
  readonly description: string;
}

/** Reads any stored evidence. Payloads are other programs' JSON: what is not understood is left out, never an error. */
export function evidenceContent(
  evidence: Pick<EvidenceView, 'type' | 'description' | 'payload' | 'subject'>,
): EvidenceContent {
  const { type, description, payload, subject } = evidence;
  const base = { text: null, description } as const;
  const frozen = snapshotOf(payload);
  switch (type) {
    case 'comment': {
      const text = asText(payload['comment']) ?? description;
      return {
        ...base,
        kind: 'comment',
        title: 'Note',
        text,
        description: text === description ? '' : description,
      };
    }
    case 'config': {
      const name = asText(payload['configName']) ?? 'Config';
      const configType = asText(payload['configType']);
      const title = configType === undefined ? name : `${name} (${configType})`;
      return { ...base, kind: 'config', title };
    }
    case 'log':
      return { ...base, kind: 'log', title: subject?.name ?? frozen?.name ?? 'Logs' };
    case 'check':
      return { ...base, kind: 'check', title: subject?.name ?? frozen?.name ?? 'Check' };
    case 'topology':
    case 'component':
      return { ...base, kind: 'component', title: subject?.name ?? frozen?.name ?? 'Component' };
    case 'config_change':
      return { ...base, kind: 'change', title: ofConfig('Config change', frozen) };
    case 'config_analysis':
      return { ...base, kind: 'insight', title: ofConfig('Insight', frozen) };
    default:
      return { ...base, kind: 'other', title: type === '' ? 'Evidence' : titleOf(type) };
  }
}

/** "Config change of checkout-api" where the snapshot knows of what. */
function ofConfig(word: string, frozen: Snapshot | null): string {
  const name = frozen?.config_name ?? '';
  return name === '' ? word : `${word} of ${name}`;
}

/** Where the live thing is shown; null for what has no screen of its own. */
export function evidenceHref({ refs, type }: Pick<EvidenceView, 'refs' | 'type'>): string | null {
  const { checkId, configId, componentId } = refs;
  if (checkId !== null) return `/health?checkId=${encodeURIComponent(checkId)}&timeRange=1h`;
  if (configId !== null) return `/catalog/${encodeURIComponent(configId)}`;
  if (componentId !== null && type !== 'log') return `/topology/${encodeURIComponent(componentId)}`;
  return null;
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
