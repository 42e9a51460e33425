import { Paperclip } from 'lucide-react';
import {
  ATTACH_EVIDENCE_LABEL,
  useAttachEvidence,
  type AttachSource,
} from '#src/platform/actions/attach-evidence.tsx';
import type { DetailAction } from './detail/detail-spec.ts';

/** What attaches the record that is shown to an incident; none where that must not be offered. */
export function useAttachAction(source: AttachSource): readonly DetailAction[] {
  const attach = useAttachEvidence();
  if (attach === null) return [];
  return [
    {
      is: 'button',
      id: 'attach',
      label: ATTACH_EVIDENCE_LABEL,
      icon: Paperclip,
      key: 'e',
      onPress: () => attach(source),
    },
  ];
}
