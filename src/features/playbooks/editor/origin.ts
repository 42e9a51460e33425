import type { PlaybookRef } from '#sync/read/playbooks/playbooks.ts';

export type Origin = Pick<PlaybookRef, 'source' | 'namespace' | 'name'>;

/** Why nobody changes here what is defined elsewhere, and where that is; undefined for what was made in a form. */
export function readOnlyReason({ source, namespace, name }: Origin): string | undefined {
  switch (source) {
    case null:
    case 'UI':
      return undefined;
    case 'KubernetesCRD':
      return `Read-only: it is defined by the Kubernetes resource ${namespace ?? 'default'}/${name}, and is changed there`;
    case 'ConfigFile':
      return 'Read-only: it is defined in a config file, and is changed there';
    default:
      return `Read-only: it is defined in ${source}, and is changed there`;
  }
}
