/** The five roles of the product, in order of what they may do. */
export const roles = ['admin', 'editor', 'commander', 'responder', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Somebody who can sign in. The id is that of the identity and of the person alike. */
export interface Account {
  id: string;
  name: { first: string; last: string };
  email: string;
  title: string;
  role: Role;
}

/** Somebody who appears in the data and has no login. */
export interface SeedPerson {
  id: string;
  name: string;
  email: string;
  title: string;
}

export interface SeedTeam {
  id: string;
  name: string;
  icon: string;
  /** Keys of people in this file: a role for an account, an index into `people` otherwise. */
  members: readonly string[];
  spec: Record<string, unknown>;
}

/** The one password of all demo accounts. It protects nothing: the data is made up. */
export const demoPassword = 'holdfast-demo';

const personId = (last: string): string => `0190a3c4-5b00-7000-8000-0000000${last}`;
const teamId = (last: string): string => `0190a3c4-5b00-7000-9000-0000000${last}`;

/** One account per role; ids, names and addresses are the same in every seed and size. */
export const demoAccounts: readonly [Account, Account, Account, Account, Account] = [
  {
    id: personId('00a01'),
    name: { first: 'Amara', last: 'Okafor' },
    email: 'admin@holdfast.local',
    title: 'Platform lead',
    role: 'admin',
  },
  {
    id: personId('00a02'),
    name: { first: 'Elif', last: 'Demir' },
    email: 'editor@holdfast.local',
    title: 'Site reliability engineer',
    role: 'editor',
  },
  {
    id: personId('00a03'),
    name: { first: 'Mateo', last: 'Alvarez' },
    email: 'commander@holdfast.local',
    title: 'Incident commander',
    role: 'commander',
  },
  {
    id: personId('00a04'),
    name: { first: 'Priya', last: 'Raman' },
    email: 'responder@holdfast.local',
    title: 'Payments engineer',
    role: 'responder',
  },
  {
    id: personId('00a05'),
    name: { first: 'Jonas', last: 'Weber' },
    email: 'viewer@holdfast.local',
    title: 'Customer support lead',
    role: 'viewer',
  },
];

/** The same as `demoAccounts`, for whoever stores credentials. */
export const accounts: readonly Account[] = demoAccounts;

/** Colleagues without a login. */
export const people: readonly SeedPerson[] = (
  [
    ['Ingrid Solberg', 'Database engineer'],
    ['Tomasz Zielinski', 'Network engineer'],
    ['Noor Haddad', 'Checkout engineer'],
    ['Kwame Mensah', 'Payments engineer'],
    ['Yuki Tanaka', 'Mobile engineer'],
    ['Lucía Ferrer', 'Security engineer'],
    ['Dmitri Volkov', 'Data engineer'],
    ['Hannah O’Neill', 'Product manager, checkout'],
    ['Rafael Costa', 'Warehouse systems'],
    ['Mei-Lin Chow', 'Release manager'],
    ['Samuel Adeyemi', 'Support engineer'],
    ['Greta Lindqvist', 'Cloud cost analyst'],
  ] as const
).map(([name, title], at) => ({
  id: personId(`0b${String(at + 1).padStart(3, '0')}`),
  name,
  title,
  email: `${name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replace(/ +/g, '.')}@larkspur.example`,
}));

/** Service persons of the remote agents: no login, no e-mail. */
export const agentPeople: readonly { id: string; name: string }[] = [
  { id: personId('0c001'), name: 'agent-eu-west-edge' },
  { id: personId('0c002'), name: 'agent-us-east-edge' },
  { id: personId('0c003'), name: 'agent-warehouse-rotterdam' },
];

const slack = (channel: string): Record<string, unknown> => ({
  notifications: [
    { name: `${channel}-slack`, connection: 'connection://default/slack-alerts', properties: { channel } },
  ],
});

export const teams: readonly SeedTeam[] = [
  {
    id: teamId('00d01'),
    name: 'Payments',
    icon: 'team',
    members: ['responder', 'commander', '3'],
    spec: {
      ...slack('payments-oncall'),
      components: [{ types: ['Service'], labelSelector: 'team=payments' }],
      responder_clients: {
        jira: {
          values: { project: 'PAY', issueType: 'Incident' },
          defaults: { priority: 'High' },
          linkUrl: 'https://jira.larkspur.example/browse/ID',
        },
      },
    },
  },
  {
    id: teamId('00d02'),
    name: 'Checkout',
    icon: 'team',
    members: ['2', '4', '7'],
    spec: { ...slack('checkout-oncall'), components: [{ labelSelector: 'team=checkout' }] },
  },
  {
    id: teamId('00d03'),
    name: 'Platform',
    icon: 'team',
    members: ['admin', 'editor', '1', '9'],
    spec: {
      ...slack('platform-oncall'),
      components: [{ labelSelector: 'team=platform' }],
      responder_clients: {
        ms_planner: {
          values: { plan_id: 'plan-platform-incidents', bucket_id: 'bucket-triage' },
          linkUrl: 'https://planner.larkspur.example/task/ID',
        },
      },
    },
  },
  {
    id: teamId('00d04'),
    name: 'Data',
    icon: 'team',
    members: ['0', '6'],
    spec: { ...slack('data-oncall'), components: [{ labelSelector: 'team=data' }] },
  },
  {
    id: teamId('00d05'),
    name: 'Fulfilment',
    icon: 'team',
    members: ['8', '10', 'viewer'],
    spec: { ...slack('fulfilment-oncall'), components: [{ labelSelector: 'team=fulfilment' }] },
  },
  {
    id: teamId('00d06'),
    name: 'Security',
    icon: 'team',
    members: ['5', 'admin'],
    spec: slack('security-alerts'),
  },
];
