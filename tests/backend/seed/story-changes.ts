import { storyClusters } from './catalog-model.ts';
import { unified } from './diff.ts';

/** One change of the story. `config` is cluster, kind and name; a Pod is named by its service. */
export interface StoryChange {
  key: string;
  config: readonly [cluster: string, kind: string, name: string];
  minutesAgo: number;
  type: string;
  severity: string;
  source: string;
  summary: string;
  by?: string;
  count?: number;
  diff?: string;
  patches?: object;
  details?: object;
}

const { eu, us } = storyClusters;
const day = 24 * 60;

/** What happened shortly before and during the incidents, so that the catalog tells the same story as they do. */
export const storyChanges: readonly StoryChange[] = [
  {
    key: 'pool-shrunk',
    config: [eu, 'ConfigMap', 'payments-api-config'],
    minutesAgo: 58,
    type: 'diff',
    severity: 'medium',
    source: 'kubernetes',
    by: 'Kwame Mensah',
    summary: 'data.DB_POOL_MAX',
    diff: unified('data:', [
      ['  DB_POOL_MAX: "20"', '  DB_POOL_MAX: "4"'],
      ['  FEATURE_EXPRESS_CHECKOUT: "true"', null],
      ['  HTTP_CLIENT_TIMEOUT: 5s', null],
    ]),
    patches: { data: { DB_POOL_MAX: '4' } },
  },
  {
    key: 'payments-release',
    config: [eu, 'Deployment', 'payments-api'],
    minutesAgo: 56,
    type: 'diff',
    severity: 'info',
    source: 'kubernetes',
    by: 'Mei-Lin Chow',
    summary: 'spec.template.spec.containers[0].image, metadata.annotations.checksum/config',
    diff: unified('    metadata:', [
      ['      annotations:', null],
      ['        checksum/config: 9f31c2', '        checksum/config: 47be0a'],
      ['    spec:', null],
      [
        '      - image: registry.larkspur.example/payments-api:2.41.0',
        '      - image: registry.larkspur.example/payments-api:2.41.1',
      ],
    ]),
    patches: {
      spec: {
        template: {
          metadata: { annotations: { 'checksum/config': '47be0a' } },
          spec: {
            containers: [{ name: 'payments-api', image: 'registry.larkspur.example/payments-api:2.41.1' }],
          },
        },
      },
    },
  },
  {
    key: 'payments-scaled',
    config: [eu, 'Deployment', 'payments-api'],
    minutesAgo: 55,
    type: 'ScalingReplicaSet',
    severity: 'info',
    source: 'kubernetes',
    by: 'deployment-controller',
    summary: 'Scaled up replica set of payments-api from 0 to 3',
  },
  {
    key: 'payments-probe',
    config: [eu, 'Pod', 'payments-api'],
    minutesAgo: 44,
    type: 'Unhealthy',
    severity: 'medium',
    source: 'kubernetes',
    by: 'kubelet',
    count: 37,
    summary: 'Readiness probe failed: HTTP probe failed with statuscode: 503',
  },
  {
    key: 'payments-backoff',
    config: [eu, 'Pod', 'payments-api'],
    minutesAgo: 41,
    type: 'BackOff',
    severity: 'high',
    source: 'kubernetes',
    by: 'kubelet',
    count: 14,
    summary: 'Back-off restarting failed container payments-api',
  },
  {
    key: 'payments-unhealthy',
    config: [eu, 'Deployment', 'payments-api'],
    minutesAgo: 46,
    type: 'HealthUnhealthy',
    severity: 'medium',
    source: 'config-db',
    summary: 'Deployment does not have minimum availability',
  },
  {
    key: 'cache-policy',
    config: [us, 'CacheCluster', 'cart-cache-us-east-1'],
    minutesAgo: 205,
    type: 'ModifyCacheCluster',
    severity: 'medium',
    source: 'cloudtrail',
    by: 'Greta Lindqvist',
    summary: 'CacheNodeType, CacheParameterGroup.maxmemory-policy',
    diff: unified('CacheCluster: cart-cache', [
      ['CacheNodeType: cache.r6g.large', 'CacheNodeType: cache.t4g.medium'],
      ['maxmemory-policy: allkeys-lru', 'maxmemory-policy: noeviction'],
    ]),
    patches: { CacheNodeType: 'cache.t4g.medium', 'maxmemory-policy': 'noeviction' },
    details: {
      eventName: 'ModifyCacheCluster',
      userIdentity: { userName: 'greta.lindqvist' },
      awsRegion: 'us-east-1',
    },
  },
  {
    key: 'checkout-scaled',
    config: [us, 'HorizontalPodAutoscaler', 'checkout-api'],
    minutesAgo: 171,
    type: 'SuccessfulRescale',
    severity: 'info',
    source: 'kubernetes',
    by: 'horizontal-pod-autoscaler',
    summary: 'New size: 12; reason: cpu resource utilization above target',
  },
  {
    key: 'label-backlog',
    config: [eu, 'Queue', 'label-jobs-eu-west-1'],
    minutesAgo: 540,
    type: 'HealthWarning',
    severity: 'low',
    source: 'config-db',
    summary: 'ApproximateNumberOfMessagesVisible above 500',
  },
  {
    key: 'bus-retention',
    config: [eu, 'Cluster', 'events-bus-eu-west-1'],
    minutesAgo: 27 * 60,
    type: 'UpdateClusterConfiguration',
    severity: 'medium',
    source: 'cloudtrail',
    by: 'Dmitri Volkov',
    summary: 'log.retention.hours',
    diff: unified('server.properties', [['log.retention.hours=72', 'log.retention.hours=6']]),
    patches: { 'log.retention.hours': 6 },
  },
  {
    key: 'debug-logging',
    config: [eu, 'ConfigMap', 'checkout-api-config'],
    minutesAgo: 2 * day + 190,
    type: 'diff',
    severity: 'low',
    source: 'kubernetes',
    by: 'Noor Haddad',
    summary: 'data.LOG_LEVEL',
    diff: unified('data:', [['  LOG_LEVEL: info', '  LOG_LEVEL: debug']]),
    patches: { data: { LOG_LEVEL: 'debug' } },
  },
  {
    key: 'auth-certificate',
    config: [eu, 'Ingress', 'auth-gateway'],
    minutesAgo: 6 * day + 40,
    type: 'CertificateExpired',
    severity: 'critical',
    source: 'cert-manager',
    by: 'cert-manager',
    summary: 'Certificate auth-gateway-tls expired; the last renewal failed on the DNS challenge',
  },
  {
    key: 'refund-visibility',
    config: [eu, 'Queue', 'refund-requests-eu-west-1'],
    minutesAgo: 19 * day + 300,
    type: 'SetQueueAttributes',
    severity: 'low',
    source: 'cloudtrail',
    by: 'Kwame Mensah',
    summary: 'VisibilityTimeout',
    diff: unified('Attributes:', [['  VisibilityTimeout: 900', '  VisibilityTimeout: 30']]),
    patches: { Attributes: { VisibilityTimeout: '30' } },
  },
  {
    key: 'recommendation-release',
    config: [eu, 'Deployment', 'recommendation-api'],
    minutesAgo: 45 * day + 90,
    type: 'diff',
    severity: 'info',
    source: 'kubernetes',
    by: 'Mei-Lin Chow',
    summary: 'spec.template.spec.containers[0].image',
    diff: unified('    spec:', [
      [
        '      - image: registry.larkspur.example/recommendation-api:2.12.4',
        '      - image: registry.larkspur.example/recommendation-api:2.13.0',
      ],
    ]),
    patches: {
      spec: {
        template: {
          spec: { containers: [{ image: 'registry.larkspur.example/recommendation-api:2.13.0' }] },
        },
      },
    },
  },
];
