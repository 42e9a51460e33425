import { useAccess } from '#src/platform/session/access-context.tsx';
import { readOnlyReason, type Origin } from './origin.ts';

/** What a person may do with playbooks, or with one. */
export interface PlaybookRights {
  /** Nothing is offered to those who may not, and nothing before it is known who may (spec 6). */
  readonly mayWrite: boolean;
  /** Where it is defined, if not here: nobody changes it then. */
  readonly readOnly: string | undefined;
}

export function usePlaybookRights(playbook?: Origin): PlaybookRights {
  const { areRolesKnown, can } = useAccess();
  return {
    mayWrite: areRolesKnown && can('write', 'playbooks'),
    readOnly: playbook === undefined ? undefined : readOnlyReason(playbook),
  };
}
