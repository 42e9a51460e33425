/** Larkspur Market, the made-up company of the seed: a marketplace with checkout, payments and its own warehouses. */
export interface Service {
  name: string;
  namespace: string;
  team: string;
  language: string;
  port: number;
  replicas: number;
  /** Major and minor of the image now running; the patch grows with the age of a cell. */
  version: string;
  /** Other services and datastores it calls. */
  uses: readonly string[];
  description: string;
  /** Reached from outside through an Ingress. */
  isPublic?: boolean;
}

export interface Datastore {
  name: string;
  type: string;
  configClass: string;
  engine: string;
  team: string;
  /** Check type that watches it. */
  check: string;
}

export const namespaces = ['payments', 'checkout', 'identity', 'fulfilment', 'data', 'platform'] as const;

type ServiceRow = readonly [
  name: string,
  namespace: string,
  team: string,
  language: string,
  port: number,
  replicas: number,
  version: string,
  uses: readonly string[],
  description: string,
  isPublic?: boolean,
];

// One line per service reads as the table it is.
// prettier-ignore
const rows: readonly ServiceRow[] = [
  ['payments-api', 'payments', 'Payments', 'go', 8080, 3, '2.41', ['payments-db', 'fraud-scorer', 'ledger-api', 'payment-events'], 'Takes card and wallet payments and talks to the acquirers'],
  ['payments-worker', 'payments', 'Payments', 'go', 9090, 2, '2.41', ['payments-db', 'payment-events'], 'Settles authorised payments and retries declined ones'],
  ['fraud-scorer', 'payments', 'Payments', 'python', 8000, 2, '1.18', ['session-cache'], 'Scores every payment before it is authorised'],
  ['ledger-api', 'payments', 'Payments', 'kotlin', 8080, 2, '5.3', ['payments-db'], 'Double-entry ledger of all money movements'],
  ['refunds-worker', 'payments', 'Payments', 'go', 9090, 1, '1.9', ['payments-db', 'refund-requests'], 'Pays refunds out of the refund queue'],
  ['checkout-web', 'checkout', 'Checkout', 'typescript', 3000, 3, '7.12', ['checkout-api'], 'Checkout pages of the shop', true],
  ['checkout-api', 'checkout', 'Checkout', 'go', 8080, 3, '3.27', ['payments-api', 'cart-api', 'pricing-api', 'orders-db'], 'Turns a cart into an order', true],
  ['cart-api', 'checkout', 'Checkout', 'go', 8080, 2, '4.5', ['cart-cache', 'pricing-api'], 'Shopping carts of guests and members', true],
  ['pricing-api', 'checkout', 'Checkout', 'rust', 8080, 2, '1.31', ['orders-db'], 'Prices, taxes and shipping fees'],
  ['promo-api', 'checkout', 'Checkout', 'typescript', 3000, 1, '2.2', ['cart-cache'], 'Vouchers and campaigns'],
  ['auth-gateway', 'identity', 'Platform', 'go', 8443, 2, '6.0', ['identity-db', 'session-cache'], 'Sign-in and tokens for shop and staff', true],
  ['session-store', 'identity', 'Platform', 'go', 8080, 2, '1.14', ['session-cache'], 'Sessions of signed-in members'],
  ['shipping-api', 'fulfilment', 'Fulfilment', 'java', 8080, 2, '9.8', ['orders-db', 'shipment-events'], 'Carriers, labels and delivery promises', true],
  ['label-printer', 'fulfilment', 'Fulfilment', 'java', 8080, 1, '2.6', ['shipping-api', 'label-jobs'], 'Prints parcel labels in the warehouses'],
  ['inventory-api', 'fulfilment', 'Fulfilment', 'java', 8080, 2, '8.1', ['orders-db'], 'Stock levels and reservations'],
  ['warehouse-sync', 'fulfilment', 'Fulfilment', 'python', 9000, 1, '3.0', ['inventory-api', 'shipment-events'], 'Exchanges stock files with the warehouses'],
  ['search-indexer', 'data', 'Data', 'scala', 9200, 2, '4.19', ['events-bus'], 'Keeps the product search up to date'],
  ['recommendation-api', 'data', 'Data', 'python', 8000, 2, '2.13', ['session-cache'], 'Products people may also like'],
  ['events-collector', 'data', 'Data', 'rust', 7070, 2, '0.44', ['events-bus'], 'Receives click and order events', true],
  ['ingress-nginx', 'platform', 'Platform', 'c', 443, 2, '1.11', [], 'Front door of the cluster'],
  ['cert-manager', 'platform', 'Platform', 'go', 9402, 1, '1.15', [], 'Issues and renews certificates'],
  ['prometheus', 'platform', 'Platform', 'go', 9090, 1, '2.54', [], 'Metrics and alerts'],
  ['otel-collector', 'platform', 'Platform', 'go', 4317, 2, '0.108', [], 'Traces and logs'],
  ['external-dns', 'platform', 'Platform', 'go', 7979, 1, '0.14', [], 'Publishes the DNS records of the ingresses'],
];

export const services: readonly Service[] = rows.map(
  ([name, namespace, team, language, port, replicas, version, uses, description, isPublic]) => ({
    name,
    namespace,
    team,
    language,
    port,
    replicas,
    version,
    uses,
    description,
    isPublic: isPublic ?? false,
  }),
);

// prettier-ignore
export const datastores: readonly Datastore[] = [
  { name: 'payments-db', type: 'AWS::RDS::DBInstance', configClass: 'Database', engine: 'postgres 15.7', team: 'Payments', check: 'postgres' },
  { name: 'orders-db', type: 'AWS::RDS::DBInstance', configClass: 'Database', engine: 'postgres 15.7', team: 'Checkout', check: 'postgres' },
  { name: 'identity-db', type: 'AWS::RDS::DBInstance', configClass: 'Database', engine: 'postgres 14.12', team: 'Platform', check: 'postgres' },
  { name: 'cart-cache', type: 'AWS::ElastiCache::CacheCluster', configClass: 'Cache', engine: 'redis 7.1', team: 'Checkout', check: 'redis' },
  { name: 'session-cache', type: 'AWS::ElastiCache::CacheCluster', configClass: 'Cache', engine: 'redis 7.1', team: 'Platform', check: 'redis' },
  { name: 'events-bus', type: 'AWS::MSK::Cluster', configClass: 'Queue', engine: 'kafka 3.6', team: 'Data', check: 'tcp' },
  { name: 'payment-events', type: 'AWS::SQS::Queue', configClass: 'Queue', engine: 'fifo', team: 'Payments', check: 'cloudwatch' },
  { name: 'refund-requests', type: 'AWS::SQS::Queue', configClass: 'Queue', engine: 'standard', team: 'Payments', check: 'cloudwatch' },
  { name: 'label-jobs', type: 'AWS::SQS::Queue', configClass: 'Queue', engine: 'fifo', team: 'Fulfilment', check: 'cloudwatch' },
  { name: 'shipment-events', type: 'AWS::SQS::Queue', configClass: 'Queue', engine: 'standard', team: 'Fulfilment', check: 'cloudwatch' },
];

const regions = [
  'eu-west-1',
  'us-east-1',
  'ap-southeast-2',
  'eu-central-1',
  'us-west-2',
  'sa-east-1',
] as const;

/** Name, region and account of the nth cluster: the first six are the regions, the later ones cells of a region. */
export function clusterAt(at: number): { name: string; region: string; account: string; short: string } {
  const region = regions[at % regions.length] ?? regions[0];
  const cell = Math.floor(at / regions.length);
  const suffix = cell === 0 ? '' : `-${String(cell + 1).padStart(2, '0')}`;
  return {
    name: `larkspur-${region}${suffix}`,
    region,
    account: `4100${String(27_000_000 + at * 113).padStart(8, '0')}`,
    short: `${region}${suffix}`,
  };
}
