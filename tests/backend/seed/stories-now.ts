import { storyClusters } from './catalog-model.ts';
import {
  configLines,
  logLines,
  mention,
  respond,
  responderKinds,
  type HypothesisStory,
  type IncidentStory,
  type StoryRefs,
} from './incident-model.ts';

const { eu, us } = storyClusters;

/** What burns today: the two incidents people work on right now. */
export function storiesOfToday(refs: StoryRefs): IncidentStory[] {
  return [cardPayments(refs), slowCheckout(refs)];
}

function cardPayments(refs: StoryRefs): IncidentStory {
  return {
    title: 'Card payments fail with 502 in eu-west-1',
    description:
      'Since 47 minutes ago about 60 % of card authorisations in eu-west-1 end in a 502 of payments-api. Wallet payments and us-east-1 are fine. Support sees carts being abandoned at the last step.',
    severity: 'critical',
    type: 'availability',
    by: 'responder',
    commander: 'commander',
    communicator: 'viewer',
    statuses: [['open', 45]],
    responders: [
      respond.person('responder', 'responder', 44, { acknowledgedAt: 43 }),
      respond.person('3', 'commander', 40),
      respond.team(
        'Payments',
        responderKinds.jira,
        {
          project: 'PAY',
          issueType: 'Incident',
          priority: 'Highest',
          summary: 'Card payments fail with 502 in eu-west-1',
          description: 'Opened from the incident; updates are mirrored here.',
        },
        'commander',
        41,
        { externalId: 'PAY-4182', acknowledgedAt: 38 },
      ),
      respond.team(
        'Platform',
        responderKinds.planner,
        {
          plan_id: 'plan-platform-incidents',
          bucket_id: 'bucket-triage',
          title: 'Card payments: database connections',
        },
        'commander',
        33,
      ),
    ],
    tree: {
      type: 'root',
      title: 'payments-api in eu-west-1 cannot get a database connection',
      by: 'responder',
      at: 45,
      statuses: [['likely', 35]],
      evidences: [
        {
          type: 'check',
          description: 'The charge check fails since the rollout',
          by: 'responder',
          at: 44,
          check: refs.check(eu, 'http', 'payments-api charge'),
          payload: {
            check_id: refs.check(eu, 'http', 'payments-api charge').id,
            includeMessages: true,
            start: '2h',
          },
          doneItem: 36,
          done: false,
          script: 'check.status == "healthy" && check.age > duration("5m")',
        },
        {
          type: 'topology',
          description: 'payments-api and everything that depends on it',
          by: 'commander',
          at: 40,
          component: refs.component('payments-api'),
          doneItem: 36,
          done: false,
          script: "status == 'healthy'",
        },
        {
          type: 'comment',
          description: 'Support has told customers that card payments work again',
          by: 'commander',
          at: 34,
          payload: { comment: 'Support has told customers that card payments work again' },
          doneItem: 'made',
          done: false,
        },
      ],
      comments: [
        {
          by: 'responder',
          at: 44,
          text: 'Paged by the charge check. **Only cards** fail, wallets go through another pool. Looking at the last rollout.',
        },
        {
          by: 'viewer',
          at: 42,
          text: `${mention('commander')} 31 tickets in ten minutes, all “payment declined”. What may I tell people?`,
        },
        {
          by: 'commander',
          at: 39,
          text: `${mention('viewer')} please use the *known problem* text and say we look again at every half hour.\n\n- wallets work\n- nobody is charged twice\n- carts are kept for 24 h`,
        },
        {
          by: 'system',
          at: 31,
          text: 'Acquirer confirms: no trouble on their side, they see far fewer requests from us than usual.',
          external: { by: 'Martina Kraus (Jira)', responder: 2, id: '48120' },
        },
      ],
      children: [...paymentFactors(refs), ...paymentSolutions()],
    },
  };
}

function paymentFactors(refs: StoryRefs): HypothesisStory[] {
  const configMap = refs.config(eu, 'ConfigMap', 'payments-api-config');
  return [
    {
      type: 'factor',
      title: 'DB_POOL_MAX was cut from 20 to 4 before the rollout',
      by: 'responder',
      at: 38,
      statuses: [
        ['likely', 36],
        ['proven', 28],
      ],
      owner: 1,
      team: 'Payments',
      evidences: [
        {
          type: 'config_change',
          description: 'The pool was made smaller 58 minutes ago',
          by: 'responder',
          at: 37,
          config: configMap,
          change: refs.change('pool-shrunk'),
          factor: true,
        },
        {
          type: 'config',
          description: 'The value that is live now',
          by: '3',
          at: 34,
          config: configMap,
          payload: configLines(
            configMap,
            [
              'apiVersion: v1',
              'kind: ConfigMap',
              'metadata:',
              '  name: payments-api-config',
              'data:',
              '  DB_POOL_MAX: "4"',
              '  HTTP_CLIENT_TIMEOUT: 5s',
              '  LOG_LEVEL: info',
            ],
            [5],
          ),
        },
        {
          type: 'log',
          description: 'Every worker waits for a connection',
          by: 'responder',
          at: 33,
          component: refs.component('payments-api'),
          payload: logLines(refs.nowMs, 46, { app: 'payments-api', namespace: 'payments', cluster: eu }, [
            'level=info msg="listening" port=8080 version=2.41.1',
            'level=warn msg="pool exhausted" in_use=4 max=4 waiting=61',
            'level=error msg="authorise failed" err="pq: timed out waiting for a connection after 3s" status=502',
            'level=error msg="readiness failed" err="no connection within 1s"',
          ]),
        },
      ],
      comments: [
        {
          by: '3',
          at: 32,
          text: `That was me: PR #2291 sizes the pool for the new instance class, which is **not live yet**. Sorry. ${mention('responder')} I revert.`,
        },
      ],
    },
    {
      type: 'factor',
      title: 'Release 2.41.1 leaks connections on declined cards',
      by: 'commander',
      at: 37,
      statuses: [
        ['unlikely', 30],
        ['improbable', 22],
      ],
      evidences: [
        {
          type: 'config_change',
          description: 'The release went out two minutes after the pool change',
          by: 'commander',
          at: 36,
          config: refs.config(eu, 'Deployment', 'payments-api'),
          change: refs.change('payments-release'),
        },
        {
          type: 'config_analysis',
          description: 'Memory headroom was low before, too',
          by: '3',
          at: 29,
          config: refs.insight('payments-memory').config,
          insight: refs.insight('payments-memory'),
        },
      ],
      comments: [{ by: 'editor', at: 25, text: 'us-east-1 runs `2.41.1` for a day without trouble.' }],
    },
    {
      type: 'factor',
      title: 'The acquirer has an outage',
      by: 'viewer',
      at: 41,
      statuses: [['disproven', 31]],
      evidences: [
        {
          type: 'check',
          description: 'Their gateway answers as always',
          by: 'responder',
          at: 32,
          check: refs.check(eu, 'icmp', 'acquirer gateway'),
          payload: {
            check_id: refs.check(eu, 'icmp', 'acquirer gateway').id,
            includeMessages: true,
            start: '1h',
          },
        },
      ],
    },
  ];
}

function paymentSolutions(): HypothesisStory[] {
  return [
    {
      type: 'solution',
      title: 'Put DB_POOL_MAX back to 20 and roll the pods',
      by: 'responder',
      at: 27,
      statuses: [['likely', 26]],
      evidences: [
        {
          type: 'comment',
          description: 'Revert is reviewed and waits for the pipeline',
          by: '3',
          at: 18,
          payload: { comment: 'Revert is reviewed and waits for the pipeline' },
          mitigator: true,
        },
      ],
      comments: [
        { by: 'commander', at: 24, text: `Go. ${mention('9')} please hold the other releases of today.` },
        { by: '9', at: 20, text: 'Release train is stopped.' },
      ],
    },
    {
      type: 'solution',
      title: 'Send card traffic to us-east-1',
      by: 'editor',
      at: 26,
      statuses: [['unlikely', 21]],
    },
  ];
}

function slowCheckout(refs: StoryRefs): IncidentStory {
  const cache = refs.config(us, 'CacheCluster', 'cart-cache-us-east-1');
  return {
    title: 'Checkout takes more than 3 s at p95 in us-east-1',
    description:
      'Latency of checkout-api rose from 0.8 s to 3.4 s at p95 within half an hour. Conversion is down by 9 %.',
    severity: 'High',
    type: 'performance',
    by: 'editor',
    commander: 'commander',
    communicator: 'commander',
    statuses: [
      ['open', 185],
      ['investigating', 170],
    ],
    responders: [
      respond.person('2', 'commander', 168, { acknowledgedAt: 166 }),
      respond.person('0', 'commander', 120),
      respond.team(
        'Platform',
        responderKinds.aws,
        {
          category: 'Performance',
          description: 'ElastiCache node evicts nothing',
          body: 'See the attached metrics.',
        },
        'editor',
        95,
        { externalId: 'case-1187730924' },
      ),
    ],
    tree: {
      type: 'root',
      title: 'Carts are read from the database because the cache refuses writes',
      by: 'editor',
      at: 184,
      statuses: [['likely', 130]],
      evidences: [
        {
          type: 'check',
          description: 'checkout-api flaps around its limit of 3 s',
          by: 'editor',
          at: 182,
          check: refs.check(us, 'http', 'checkout-api health'),
          payload: {
            check_id: refs.check(us, 'http', 'checkout-api health').id,
            includeMessages: true,
            start: '6h',
          },
          doneItem: 150,
          done: false,
          script: 'check.status == "healthy" && check.age > duration("5m")',
        },
      ],
      comments: [
        {
          by: 'editor',
          at: 181,
          text: 'Started right after the cost round of this morning. Autoscaler went from 4 to 12 pods without help.',
        },
        {
          by: '2',
          at: 160,
          text: `${mention('0')} can you see whether *orders-db* gets the reads the cache used to take?`,
        },
        {
          by: '0',
          at: 118,
          text: 'Yes: reads on `orders-db` are **five times** those of yesterday.\n\n```\ncart_items  seq scans  41/min -> 212/min\n```',
        },
      ],
      children: [
        {
          type: 'factor',
          title: 'The cache got a smaller node and eviction was turned off',
          by: '2',
          at: 158,
          statuses: [['proven', 90]],
          evidences: [
            {
              type: 'config_change',
              description: 'cart-cache: t4g.medium and noeviction',
              by: '2',
              at: 157,
              config: cache,
              change: refs.change('cache-policy'),
              factor: true,
            },
            {
              type: 'log',
              description: 'Writes are refused',
              by: '2',
              at: 150,
              component: refs.component('cart-api'),
              payload: logLines(refs.nowMs, 190, { app: 'cart-api', cluster: us }, [
                'WARN cart not cached: OOM command not allowed when used memory > maxmemory',
                'WARN falling back to orders-db',
              ]),
            },
          ],
        },
        {
          type: 'solution',
          title: 'Go back to allkeys-lru, keep the small node until the weekend',
          by: '0',
          at: 85,
          comments: [
            { by: 'commander', at: 80, text: `${mention('11')} is that fine for the savings plan?` },
          ],
        },
      ],
    },
  };
}
