import { createContext, useContext, type ReactElement, type ReactNode } from 'react';
import type { EvidenceInput } from '#sync/protocol/command.ts';
import type { LogLine } from '#sync/protocol/tables/evidence-payload.ts';
import { useAccess, type Access } from '../session/access-context.tsx';

/** A thing a screen offers as evidence. What is known of it is frozen when it is attached. `name` is for people. */
export type AttachSource =
  | { readonly kind: 'check'; readonly checkId: string; readonly name: string }
  | {
      readonly kind: 'config';
      readonly configId: string;
      readonly name: string;
      readonly configType: string | null;
      /** The document as the screen shows it. */
      readonly lines: readonly string[];
      /** Chosen lines, counted from 0. */
      readonly selected: readonly number[];
    }
  | {
      readonly kind: 'log';
      readonly componentId?: string | undefined;
      readonly configId?: string | undefined;
      readonly name: string;
      readonly lines: readonly LogLine[];
      /** Which of them were chosen, counted from 0; the others stand around them. */
      readonly selected?: readonly number[];
    }
  | {
      readonly kind: 'config_change';
      readonly changeId: string;
      readonly configId: string | null;
      readonly name: string;
    }
  | {
      readonly kind: 'config_analysis';
      readonly analysisId: string;
      readonly configId: string | null;
      readonly name: string;
    }
  | { readonly kind: 'topology'; readonly componentId: string; readonly name: string }
  /** A note that is written in the dialog. */
  | { readonly kind: 'comment' }
  /** What is evidence elsewhere already; its snapshot goes with it. */
  | { readonly kind: 'copy'; readonly name: string; readonly evidence: EvidenceInput };

/** Called once: true when the link is durable on this device, false when it could not be made. */
export type OnLinked = (isLinked: boolean) => void;

/** Opens the dialog 'Link to Incident' for a thing. */
export type AttachEvidence = (source: AttachSource, onLinked?: OnLinked) => void;

/** What the button of every screen says (spec, section 2). */
export const ATTACH_EVIDENCE_LABEL = 'Attach as Evidence';

const AttachEvidenceContext = createContext<AttachEvidence | null>(null);

export function AttachEvidenceProvider({
  attach,
  children,
}: {
  attach: AttachEvidence;
  children: ReactNode;
}): ReactElement {
  return <AttachEvidenceContext value={attach}>{children}</AttachEvidenceContext>;
}

/** The spec hides the button, it does not disable it. */
export function canAttachEvidence(access: Access): boolean {
  return access.areRolesKnown && access.isEnabled('incidents') && access.can('write', 'incident');
}

/** Opens 'Link to Incident'; null where 'Attach as Evidence' must not be offered. */
export function useAttachEvidence(): AttachEvidence | null {
  const attach = useContext(AttachEvidenceContext);
  if (attach === null) throw new Error('useAttachEvidence is used outside AttachEvidenceProvider');
  return canAttachEvidence(useAccess()) ? attach : null;
}
