import type { Prng } from '#tests/sim/prng.ts';
import { between } from './context.ts';
import type { ConfigNode } from './catalog-model.ts';

const registry = 'registry.larkspur.example';

/** Image of a service at a patch level. */
export const imageOf = (service: string, version: string): string => `${registry}/${service}:${version}`;

function metadata(node: ConfigNode): Record<string, unknown> {
  return {
    name: node.name,
    ...(node.namespace === undefined ? {} : { namespace: node.namespace }),
    uid: node.id,
    labels: node.labels,
    creationTimestamp: new Date(node.createdMs).toISOString(),
  };
}

function podSpec(node: ConfigNode): Record<string, unknown> {
  const service = node.service;
  return {
    serviceAccountName: node.base,
    containers: [
      {
        name: node.base,
        image: imageOf(node.base ?? node.name, node.version ?? '1.0.0'),
        ports: [{ containerPort: service?.port ?? 8080, name: 'http' }],
        envFrom: [{ configMapRef: { name: `${node.base}-config` } }],
        resources: {
          requests: { cpu: '250m', memory: service?.language === 'java' ? '1Gi' : '256Mi' },
          limits: { memory: service?.language === 'java' ? '2Gi' : '512Mi' },
        },
        readinessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10 },
      },
    ],
  };
}

const kubernetes: Record<string, (node: ConfigNode, rng: Prng) => Record<string, unknown>> = {
  Deployment: (node) => ({
    apiVersion: 'apps/v1',
    spec: {
      replicas: node.replicas,
      selector: { matchLabels: { app: node.name } },
      template: { spec: podSpec(node) },
    },
    status: { replicas: node.replicas, readyReplicas: node.health === 'unhealthy' ? 0 : node.replicas },
  }),
  ReplicaSet: (node) => ({
    apiVersion: 'apps/v1',
    spec: { replicas: node.replicas, selector: { matchLabels: { app: node.base } } },
    status: { replicas: node.replicas },
  }),
  Pod: (node, rng) => ({
    apiVersion: 'v1',
    spec: { nodeName: node.nodeName, ...podSpec(node) },
    status: {
      phase: node.status === 'CrashLoopBackOff' ? 'Running' : node.status,
      podIP: `10.${between(rng, 0, 200)}.${rng.int(255)}.${between(rng, 2, 250)}`,
      containerStatuses: [
        {
          name: node.base,
          ready: node.health === 'healthy',
          restartCount: node.health === 'healthy' ? rng.int(2) : between(rng, 4, 40),
        },
      ],
    },
  }),
  Service: (node) => ({
    apiVersion: 'v1',
    spec: {
      type: 'ClusterIP',
      selector: { app: node.base },
      ports: [{ name: 'http', port: 80, targetPort: node.service?.port ?? 8080 }],
    },
  }),
  ConfigMap: (node) => ({
    apiVersion: 'v1',
    data: {
      LOG_LEVEL: 'info',
      DB_POOL_MAX: node.base === 'payments-api' && node.cluster === 'larkspur-eu-west-1' ? '4' : '20',
      HTTP_CLIENT_TIMEOUT: '5s',
      FEATURE_EXPRESS_CHECKOUT: 'true',
      UPSTREAMS: (node.service?.uses ?? []).join(','),
    },
  }),
  HorizontalPodAutoscaler: (node) => ({
    apiVersion: 'autoscaling/v2',
    spec: {
      minReplicas: node.replicas,
      maxReplicas: (node.replicas ?? 1) * 4,
      scaleTargetRef: { kind: 'Deployment', name: node.base },
    },
  }),
  Ingress: (node) => ({
    apiVersion: 'networking.k8s.io/v1',
    spec: {
      ingressClassName: 'nginx',
      rules: [
        { host: `${node.base}.larkspur.example`, http: { paths: [{ path: '/', pathType: 'Prefix' }] } },
      ],
      tls: [{ secretName: `${node.base}-tls` }],
    },
  }),
  Namespace: () => ({ apiVersion: 'v1', status: { phase: 'Active' } }),
  Node: (node) => ({
    apiVersion: 'v1',
    status: {
      capacity: { cpu: '8', memory: '32Gi', pods: '110' },
      nodeInfo: { kubeletVersion: 'v1.29.6', osImage: 'Bottlerocket OS 1.20.4' },
      conditions: [{ type: 'Ready', status: node.health === 'unhealthy' ? 'False' : 'True' }],
    },
  }),
};

/** The scraped document of a config: what the source would answer for it, cut to what people look at. */
export function documentOf(node: ConfigNode, rng: Prng): Record<string, unknown> {
  const kind = node.type.split('::').at(-1) ?? node.type;
  const make = node.type.startsWith('Kubernetes::') ? kubernetes[kind] : undefined;
  if (make !== undefined) return { kind, ...make(node, rng), metadata: metadata(node) };
  return {
    ...node.document,
    Arn: `arn:aws:${kind.toLowerCase()}:${node.tags['region'] ?? 'eu-west-1'}:${node.tags['account'] ?? ''}:${node.name}`,
    Tags: node.labels,
  };
}
