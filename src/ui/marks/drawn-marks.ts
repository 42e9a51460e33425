/*
 * Marks that we drew: kinds of Kubernetes in the manner of their own icons, and line drawings for what no set has. Read when
 * the product is built, never by a page.
 */

/** Line drawings on a field of 16 by 16, for a stroke of 1.5. */
export const LINES = {
  alert: 'M8 2a4 4 0 0 0-4 4v3l-1.5 2.5h11L12 9V6a4 4 0 0 0-4-4ZM6.5 13.5h3',
  card: 'M1.8 3.5h12.4v9H1.8ZM1.8 6.4h12.4M4 10h3',
  cart: 'M1.5 2.5h2l1.6 7.4h7l1.4-5.4H4.2M6 13.3v.01M11.4 13.3v.01',
  cloud: 'M4.5 12.5a3 3 0 0 1-.3-6A4 4 0 0 1 12 7a2.8 2.8 0 0 1-.5 5.5Z',
  database:
    'M3 4c0-1.1 2.2-2 5-2s5 .9 5 2-2.2 2-5 2-5-.9-5-2Zm0 0v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2',
  directory: 'M8 2v4M3 10V8h10v2M8 6v4M1.8 10h2.4v3.5H1.8ZM6.8 10h2.4v3.5H6.8ZM11.8 10h2.4v3.5h-2.4Z',
  file: 'M4 1.8h5.5L12.5 5v9.2H4ZM9.2 2v3.3h3.2M6 8.5h4.5M6 11h4.5',
  folder: 'M1.8 4.2c0-.6.4-1 1-1h3.4l1.4 1.6h5.6c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1H2.8c-.6 0-1-.4-1-1Z',
  gauge: 'M2.2 11.8a6.2 6.2 0 1 1 11.6 0M8 10l3-3.6',
  globe:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM1.8 8h12.4M8 1.8c4 3.8 4 8.6 0 12.4M8 1.8c-4 3.8-4 8.6 0 12.4',
  layers: 'M8 2 14 5 8 8 2 5ZM2 8l6 3 6-3M2 11l6 3 6-3',
  pulse: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  server: 'M2.2 2.5h11.6v4.5H2.2ZM2.2 9h11.6v4.5H2.2ZM5 4.8v.01M5 11.3v.01',
  shield: 'M8 1.8 13.2 3.8v4c0 3-2.2 5.3-5.2 6.4-3-1.1-5.2-3.4-5.2-6.4v-4Z',
  terminal: 'M1.8 2.5h12.4v11H1.8ZM4.5 6l2 2-2 2M8.5 10.5h3',
  truck: 'M1.5 4h7.5v7H1.5ZM9 6.5h3l2.5 2.3V11H9M4.5 11.2a1.4 1.4 0 1 0 0 .1M11.8 11.2a1.4 1.4 0 1 0 0 .1',
  wire: 'M4 5.5h8M9.5 3 12 5.5 9.5 8M12 10.5H4M6.5 8 4 10.5 6.5 13',
} as const;

/** White lines on the field of a Kubernetes kind, of 16 by 16. */
export const KINDS = {
  cluster: 'M8 4.2v7.6M4.7 6.1l6.6 3.8M11.3 6.1 4.7 9.9M8 8v.01',
  configmap: 'M5.2 5h5.6M5.2 7h5.6M5.2 9h5.6M5.2 11h3.2',
  crd: 'M5.5 5.5h5v5h-5ZM8 4v1.5M8 10.5V12M4 8h1.5M10.5 8H12',
  cronjob: 'M8 4.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8ZM8 6.2V8l1.4 1',
  daemonset: 'M4.8 4.8h6.4v3.6H4.8ZM6 8.4v2M10 8.4v2M4.8 11.4h6.4',
  deployment: 'M10.8 6.3A3.3 3.3 0 1 0 11.3 8M11.3 4.5v2.2H9.1',
  endpoints: 'M8 5.2v2.4M8 7.6 5.4 10.2M8 7.6l2.6 2.6M8 4.8v.01M5.2 10.8v.01M10.8 10.8v.01',
  hpa: 'M4.4 8h7.2M6.2 6.2 4.4 8l1.8 1.8M9.8 6.2 11.6 8 9.8 9.8',
  ingress: 'M4.2 8h4.4M8.6 8 11.4 5.4M8.6 8l2.8 2.6M9.6 5.2h2v2M9.6 10.8h2v-2',
  job: 'M5 4.6h6v6.8H5ZM6.6 8.2l1 1 1.9-2.2',
  namespace: 'M4.6 6.2V4.8H6M10 4.8h1.4v1.4M11.4 9.8v1.4H10M6 11.2H4.6V9.8M7 8h2',
  netpol: 'M8 4.4 11.2 5.6v2.6c0 1.7-1.3 3-3.2 3.6-1.9-.6-3.2-1.9-3.2-3.6V5.6Z',
  node: 'M4.6 5h6.8v4.6H4.6ZM6.4 11.4h3.2M8 9.6v1.8',
  pod: 'M8 4.4 11.1 6v3.9L8 11.6 4.9 9.9V6ZM4.9 6 8 7.7 11.1 6M8 7.7v3.9',
  pv: 'M5 5.6c0-.6 1.3-1 3-1s3 .4 3 1-1.3 1-3 1-3-.4-3-1Zm0 0v4.8c0 .6 1.3 1 3 1s3-.4 3-1V5.6',
  pvc: 'M5 5.6c0-.6 1.3-1 3-1s3 .4 3 1-1.3 1-3 1-3-.4-3-1Zm0 0v4.8c0 .6 1.3 1 3 1s3-.4 3-1V5.6M6.7 9l.9.9 1.7-1.9',
  replicaset: 'M4.6 6.6h4.8v4.8H4.6ZM6.6 6.6v-2h4.8v4.8h-2',
  role: 'M5 5h6v4.2H5ZM6.6 11.3h2.8M7 7.1h2',
  secret: 'M5 7.4h6v4H5ZM6.2 7.4V6.2a1.8 1.8 0 0 1 3.6 0v1.2',
  service: 'M8 4.6v2.2M4.8 9.2V6.8h6.4v2.4M8 6.8v2.4M4.8 11v.01M8 11v.01M11.2 11v.01',
  serviceaccount:
    'M8 4.6a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2ZM4.9 11.4c.2-1.6 1.5-2.4 3.1-2.4s2.9.8 3.1 2.4',
  statefulset: 'M4.6 7h3.2v4.4H4.6ZM8.9 7h2.5v4.4M5 4.8h6.4',
} as const;

/** The field of a Kubernetes kind: seven sides, as the wheel of its sign has spokes. */
export const KIND_FIELD = 'M8 .6 13.8 3.4l1.4 6.2-4 5H4.8l-4-5 1.4-6.2Z';

/** The cleat hitch of `mark.tsx`, on a field of 24 by 24. */
export const HITCH =
  'M2 12h3M10 12h4M19 12h3M3.5 20.5c2.3 0 3-2 3.5-5.5l1-6.2C8.5 5.5 9.3 3.5 11.3 3.5c2.4 0 2.7 2.6 2.3 5.2m-3.2 6.6c-.4 2.6-.1 5.2 2.3 5.2 2 0 2.8-2 3.3-5.3l1-6.2c.5-3.5 1.2-5.5 3.5-5.5';
