import type { DocumentKind } from '#sync/protocol/documents/registry.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { Coverage } from '#sync/protocol/stored.ts';
import type { FetchedBody } from './fake-answers.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const AS_OF = '2026-11-20T11:59:30Z';

export type CheckBodies = Partial<Record<DocumentKind, FetchedBody>>;

/** What the server says of a check: where it belongs, its definition, its playbooks. */
export function checkBodies(): CheckBodies {
  return {
    'check-detail': {
      body: {
        id: 'c-1',
        name: 'checkout-api health',
        canary_id: 'n-1',
        next_runtime: '2026-11-20T12:04:10Z',
        components: [{ components: { id: 'p-1', name: 'checkout', icon: null } }],
        configs: [{ configs: { id: 'g-1', name: 'checkout-api', type: 'Kubernetes::Deployment' } }],
      },
    },
    'check-spec': { body: { id: 'c-1', type: 'http', spec: { url: 'https://shop', responseCodes: [200] } } },
    'check-playbooks': { body: [{ id: 'b-1', name: 'collect-diagnostics' }] },
  };
}

/** A run every minute, back from noon; every seventh failed and took long. */
export function runs(count: number): readonly JsonRow[] {
  return Array.from({ length: count }, (_, minute) => {
    const hasFailed = minute % 7 === 3;
    return {
      check_id: 'c-1',
      time: new Date(NOW - (minute + 1) * 60_000).toISOString(),
      duration: hasFailed ? 6_000 : 100 + minute,
      status: !hasFailed,
      message: hasFailed ? null : 'answered 200',
      error: hasFailed ? `timed out ${minute}` : null,
    };
  });
}

/** Every run of two hours is here. */
export const whole: Coverage = {
  scopeKey: 'c-1',
  from: '2026-11-20T10:00:00Z',
  to: AS_OF,
  complete: true,
  asOf: AS_OF,
};
