import { isVisible } from '#src/lib/shown-name.ts';
import { nameInPayload } from '#sync/protocol/tables/evidence-payload.ts';
import type { EvidenceView } from '#sync/read/types.ts';
import { evidenceTypeWords } from './wizard-types.ts';

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
  const base = { text: null, description, title: evidenceTypeWords(type) } as const;
  const called = subject?.name ?? nameInPayload(type, payload);
  const name = called !== null && isVisible(called) ? called : null;
  const named = name === null ? base : { ...base, title: name };
  switch (type) {
    case 'comment': {
      const text = asText(payload['comment']) ?? description;
      return { ...base, kind: 'comment', text, description: text === description ? '' : description };
    }
    case 'config': {
      const configType = asText(payload['configType']);
      const isTyped = name !== null && configType !== undefined;
      return { ...named, kind: 'config', ...(isTyped ? { title: `${name} (${configType})` } : {}) };
    }
    case 'log':
      return { ...named, kind: 'log' };
    case 'check':
      return { ...named, kind: 'check' };
    case 'topology':
    case 'component':
      return { ...named, kind: 'component' };
    case 'config_change':
      return { ...base, kind: 'change', title: ofConfig(base.title, name) };
    case 'config_analysis':
      return { ...base, kind: 'insight', title: ofConfig(base.title, name) };
    default:
      return { ...base, kind: 'other', title: isVisible(base.title) ? base.title : 'Evidence' };
  }
}

/** "Config change of checkout-api" where it is known of what. */
function ofConfig(word: string, name: string | null): string {
  return name === null ? word : `${word} of ${name}`;
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
