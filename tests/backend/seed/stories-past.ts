import { storyClusters } from './catalog-model.ts';
import {
  logLines,
  mention,
  respond,
  responderKinds,
  type IncidentStory,
  type StoryRefs,
} from './incident-model.ts';

const { eu } = storyClusters;
const hour = 60;
const day = 24 * hour;

/** What is over: resolved within the month, closed long ago, cancelled. */
export function storiesOfThePast(refs: StoryRefs): IncidentStory[] {
  return [signInDown(refs), doubleRefunds(refs), staleSessions(refs), releaseErrors(refs), stagingDisk()];
}

function signInDown(refs: StoryRefs): IncidentStory {
  const start = 6 * day;
  const check = refs.check(eu, 'http', 'auth-gateway health');
  return {
    title: 'Sign-in was down for 23 minutes',
    description: 'The certificate of auth-gateway expired. Shop and staff could not sign in.',
    severity: 'Critical',
    type: 'availability',
    by: 'system',
    commander: 'commander',
    communicator: 'viewer',
    rule: 'critical-services',
    statuses: [
      ['open', start],
      ['investigating', start - 4],
      ['mitigated', start - 23],
      ['resolved', start - 3 * hour],
    ],
    responders: [
      respond.person('editor', 'commander', start - 3, {
        acknowledgedAt: start - 4,
        resolvedAt: start - 3 * hour,
      }),
      respond.team(
        'Platform',
        responderKinds.jira,
        {
          project: 'SRE',
          issueType: 'Incident',
          priority: 'Highest',
          summary: 'Sign-in down',
          description: 'Certificate expired',
        },
        'commander',
        start - 10,
        {
          externalId: 'SRE-977',
          acknowledgedAt: start - 12,
          resolvedAt: start - 3 * hour,
          closedAt: start - 20 * hour,
        },
      ),
    ],
    tree: {
      type: 'root',
      title: 'The certificate of auth-gateway has expired',
      by: 'commander',
      at: start - 2,
      statuses: [
        ['likely', start - 6],
        ['proven', start - 9],
      ],
      evidences: [
        {
          type: 'config_change',
          description: 'cert-manager said so 40 minutes before',
          by: 'editor',
          at: start - 8,
          config: refs.change('auth-certificate').config,
          change: refs.change('auth-certificate'),
          factor: true,
        },
        {
          type: 'check',
          description: 'Sign-in page answers',
          by: 'commander',
          at: start - 10,
          check,
          payload: { check_id: check.id, includeMessages: true, start: '1h' },
          doneItem: start - 15,
          done: true,
          script: 'check.status == "healthy" && check.age > duration("5m")',
        },
        {
          type: 'log',
          description: 'Handshakes fail',
          by: 'editor',
          at: start - 11,
          component: refs.component('auth-gateway'),
          payload: logLines(refs.nowMs, start - 1, { app: 'auth-gateway' }, [
            'tls: handshake failure: certificate has expired',
            'upstream closed 812 connections',
          ]),
        },
      ],
      comments: [
        { by: 'commander', at: start - 5, text: `${mention('editor')} you have the keys for the zone?` },
        { by: 'editor', at: start - 9, text: 'I do. Renewing by hand now.' },
        {
          by: 'system',
          at: start - 30,
          text: 'Customer care confirms that people can sign in.',
          external: { by: 'Lars Nyström (Jira)', responder: 1, id: '47001' },
        },
      ],
      children: [
        {
          type: 'factor',
          title: 'The renewal failed on the DNS challenge and nobody was told',
          by: 'editor',
          at: start - 60,
          statuses: [['proven', start - 2 * hour]],
        },
        {
          type: 'solution',
          title: 'Alert on certificates with less than 14 days',
          by: 'editor',
          at: start - 2 * hour,
          statuses: [['proven', start - 26 * hour]],
        },
      ],
    },
  };
}

function doubleRefunds(refs: StoryRefs): IncidentStory {
  const start = 19 * day;
  return {
    title: 'Some refunds were paid twice',
    description:
      '37 refunds, 2,114.60 EUR. A message came back to the queue while it was still being worked on.',
    severity: 'Blocker',
    type: 'reliability',
    by: 'responder',
    commander: 'commander',
    communicator: '7',
    statuses: [
      ['open', start],
      ['investigating', start - hour],
      ['resolved', start - 2 * day],
    ],
    responders: [
      respond.person('3', 'commander', start - 30, {
        acknowledgedAt: start - 40,
        resolvedAt: start - 2 * day,
      }),
    ],
    tree: {
      type: 'root',
      title: 'Visibility timeout of refund-requests is shorter than a payout',
      by: 'responder',
      at: start,
      statuses: [['proven', start - 3 * hour]],
      evidences: [
        {
          type: 'config_change',
          description: '900 s became 30 s',
          by: '3',
          at: start - 2 * hour,
          config: refs.change('refund-visibility').config,
          change: refs.change('refund-visibility'),
          factor: true,
        },
        {
          type: 'config_analysis',
          description: 'No dead-letter queue either',
          by: '3',
          at: start - 4 * hour,
          config: refs.insight('refund-dlq').config,
          insight: refs.insight('refund-dlq'),
          doneItem: start - 5 * hour,
          done: true,
          script: "analysis.status == 'resolved'",
        },
        {
          type: 'comment',
          description: 'All 37 people have been written to',
          by: '7',
          at: start - day,
          payload: { comment: 'All 37 people have been written to' },
          doneItem: 'made',
          done: true,
        },
      ],
      comments: [
        {
          by: '3',
          at: start - 90,
          text: `${mention('responder')} payouts are now *idempotent by refund id*.`,
        },
      ],
      children: [
        {
          type: 'solution',
          title: 'Idempotency key on payouts',
          by: '3',
          at: start - 3 * hour,
          statuses: [['proven', start - day]],
        },
      ],
    },
  };
}

function staleSessions(refs: StoryRefs): IncidentStory {
  const start = 45 * day;
  return {
    title: 'Recommendations of another person were shown',
    description:
      'A key of the session cache lacked the tenant. Twelve people saw products picked for others.',
    severity: 'High',
    type: 'security',
    by: '6',
    commander: 'admin',
    communicator: '7',
    statuses: [
      ['new', start],
      ['open', start - 10],
      ['mitigated', start - hour],
      ['resolved', start - day],
      ['closed', start - 9 * day],
    ],
    tree: {
      type: 'root',
      title: 'Release 2.13.0 builds the cache key without the tenant',
      by: '6',
      at: start,
      statuses: [['proven', start - 40]],
      evidences: [
        {
          type: 'config_change',
          description: 'The release',
          by: '6',
          at: start - 30,
          config: refs.change('recommendation-release').config,
          change: refs.change('recommendation-release'),
          factor: true,
        },
      ],
      children: [
        {
          type: 'solution',
          title: 'Roll back to 2.12.4',
          by: '6',
          at: start - 35,
          statuses: [['proven', start - hour]],
        },
      ],
    },
  };
}

function releaseErrors(refs: StoryRefs): IncidentStory {
  const start = 132 * day;
  return {
    title: 'Checkout answered 500 after release 3.26',
    description: 'A column was dropped before the last reader was gone.',
    severity: 'high',
    type: 'availability',
    by: 'editor',
    commander: 'commander',
    communicator: 'commander',
    statuses: [
      ['open', start],
      ['investigating', start - 5],
      ['resolved', start - 2 * hour],
      ['closed', start - 12 * day],
    ],
    responders: [
      respond.person('2', 'commander', start - 6, {
        acknowledgedAt: start - 8,
        resolvedAt: start - 2 * hour,
        closedAt: start - 12 * day,
      }),
    ],
    tree: {
      type: 'root',
      title: 'The migration ran before the rollout',
      by: 'editor',
      at: start,
      statuses: [['proven', start - hour]],
      evidences: [
        {
          type: 'topology',
          description: 'checkout-api',
          by: 'editor',
          at: start - 10,
          component: refs.component('checkout-api'),
          doneItem: start - 20,
          done: true,
          script: "status == 'healthy'",
        },
      ],
      comments: [
        {
          by: '2',
          at: start - 70,
          text: 'Column is back. Follow-up: [migration checklist](https://wiki.larkspur.example/migrations).',
        },
      ],
    },
  };
}

function stagingDisk(): IncidentStory {
  const start = 33 * day;
  return {
    title: 'Disk of a staging runner is full',
    description: 'Raised by mistake for production.',
    severity: 'info',
    type: 'performance',
    by: '9',
    commander: '9',
    communicator: '9',
    statuses: [
      ['open', start],
      ['cancelled', start - 25],
    ],
    tree: { type: 'root', title: 'Build caches are never cleaned', by: '9', at: start },
  };
}
