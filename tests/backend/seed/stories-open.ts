import { storyClusters } from './catalog-model.ts';
import {
  configLines,
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

/** Older incidents that are not over: open, new, investigating and mitigated ones. */
export function storiesUnderWay(refs: StoryRefs): IncidentStory[] {
  return [
    lateLabels(refs),
    stuckEvents(refs),
    vulnerableImage(refs),
    cardDataInLogs(refs),
    doubledTraffic(refs),
    handRenewedCertificates(refs),
    nightlyReindex(refs),
  ];
}

function lateLabels(refs: StoryRefs): IncidentStory {
  const depth = refs.check(eu, 'cloudwatch', 'label-jobs depth');
  return {
    title: 'Parcel labels print late in Rotterdam',
    description: 'The agent of the warehouse is silent since last night; print jobs pile up in label-jobs.',
    severity: 'Medium',
    type: 'integration',
    by: '8',
    commander: 'commander',
    communicator: '10',
    statuses: [['open', 8 * hour]],
    responders: [
      respond.person('1', 'commander', 7 * hour, { acknowledgedAt: 6.8 * hour }),
      respond.person('10', 'commander', 7 * hour, { removedAt: 3 * hour }),
      respond.team(
        'Fulfilment',
        responderKinds.email,
        { to: 'dock@rotterdam.example', subject: 'Labels', body: 'Please look at the router.' },
        '8',
        6.5 * hour,
      ),
    ],
    tree: {
      type: 'root',
      title: 'The mobile link of the warehouse is down',
      by: '8',
      at: 8 * hour,
      statuses: [['likely', 5 * hour]],
      evidences: [
        {
          type: 'topology',
          description: 'label-printer waits for its agent',
          by: '8',
          at: 7.9 * hour,
          component: refs.component('label-printer'),
        },
        {
          type: 'check',
          description: '1,893 jobs wait',
          by: '8',
          at: 7.8 * hour,
          check: depth,
          payload: { check_id: depth.id, includeMessages: true, start: '12h' },
          doneItem: 6 * hour,
          done: false,
          script: 'check.status == "healthy" && check.age > duration("5m")',
        },
      ],
      comments: [
        {
          by: '8',
          at: 7.7 * hour,
          text: 'The night shift prints from the spare laptop. Good for about 200 parcels an hour.',
        },
        {
          by: '1',
          at: 5 * hour,
          text: `${mention('8')} the provider sees no link since 23:10. A technician comes before noon.`,
        },
      ],
      children: [
        {
          type: 'factor',
          title: 'There is no second link',
          by: '1',
          at: 4.5 * hour,
          statuses: [['proven', 4 * hour]],
          evidences: [
            {
              type: 'config_change',
              description: 'Backlog began here',
              by: '1',
              at: 4.4 * hour,
              config: refs.change('label-backlog').config,
              change: refs.change('label-backlog'),
            },
          ],
        },
        { type: 'solution', title: 'Second SIM of another provider in the router', by: '1', at: 4 * hour },
      ],
    },
  };
}

function stuckEvents(refs: StoryRefs): IncidentStory {
  const bus = refs.config(eu, 'Cluster', 'events-bus-eu-west-1');
  return {
    title: 'Order events are lost between events-bus and search',
    description: 'search-indexer was slower than the new retention of 6 h; products sold out stayed visible.',
    severity: 'blocker',
    type: 'reliability',
    by: '6',
    commander: 'editor',
    communicator: 'editor',
    statuses: [
      ['open', 26 * hour],
      ['investigating', 25 * hour],
      ['mitigated', 20 * hour],
    ],
    responders: [
      respond.person('6', 'editor', 25.5 * hour, { acknowledgedAt: 25.4 * hour, resolvedAt: 20 * hour }),
    ],
    tree: {
      type: 'root',
      title: 'Retention of events-bus is shorter than the longest lag',
      by: '6',
      at: 26 * hour,
      statuses: [['proven', 24 * hour]],
      evidences: [
        {
          type: 'config_change',
          description: 'Retention went from 72 h to 6 h',
          by: '6',
          at: 25 * hour,
          config: bus,
          change: refs.change('bus-retention'),
          factor: true,
        },
        {
          type: 'config',
          description: 'Broker settings',
          by: '6',
          at: 24.5 * hour,
          config: bus,
          payload: configLines(
            bus,
            ['num.partitions=24', 'log.retention.hours=6', 'min.insync.replicas=2'],
            [1],
          ),
        },
        {
          type: 'comment',
          description: 'Index rebuilt from the orders table',
          by: '6',
          at: 19 * hour,
          payload: { comment: 'Index rebuilt from the orders table' },
          doneItem: 'made',
          done: true,
        },
      ],
      comments: [
        {
          by: 'editor',
          at: 20 * hour,
          text: 'Retention is back at **72 h**. We keep this mitigated until the rebuild has been checked.',
        },
      ],
      children: [
        {
          type: 'factor',
          title: 'The indexer has one consumer for 24 partitions',
          by: '6',
          at: 23 * hour,
          statuses: [['likely', 22 * hour]],
        },
        {
          type: 'solution',
          title: 'Alert on lag in time, not in messages',
          by: 'editor',
          at: 18 * hour,
          statuses: [['likely', 17 * hour]],
        },
      ],
    },
  };
}

function vulnerableImage(refs: StoryRefs): IncidentStory {
  return {
    title: 'Critical CVE in the image of auth-gateway',
    description: 'Trivy reports CVE-2026-31412 in libxml2. The gateway parses SAML answers with it.',
    severity: 'Critical',
    type: 'security',
    by: '5',
    commander: '5',
    communicator: '5',
    statuses: [['new', 5 * hour]],
    tree: {
      type: 'root',
      title: 'The parser can be reached with a crafted SAML answer',
      by: '5',
      at: 5 * hour,
      evidences: [
        {
          type: 'config_analysis',
          description: 'The finding',
          by: '5',
          at: 4.9 * hour,
          config: refs.insight('auth-cve').config,
          insight: refs.insight('auth-cve'),
          doneItem: 4 * hour,
          script: "analysis.status == 'resolved'",
        },
      ],
      comments: [
        {
          by: '5',
          at: 4.8 * hour,
          text: `Upstream has a fixed base image. ${mention('admin')} may we rebuild today?`,
        },
      ],
    },
  };
}

function cardDataInLogs(refs: StoryRefs): IncidentStory {
  return {
    title: 'Card data fields seen in debug logs',
    description:
      'Request bodies were logged while LOG_LEVEL was debug. Numbers are truncated, expiry dates are not.',
    severity: 'high',
    type: 'compliance',
    by: '5',
    commander: 'admin',
    communicator: '7',
    statuses: [
      ['open', 2 * day],
      ['investigating', 47 * hour],
    ],
    responders: [
      respond.person('5', 'admin', 47.5 * hour, { acknowledgedAt: 47.4 * hour }),
      respond.team(
        'Payments',
        responderKinds.serviceNow,
        { category: 'Compliance', description: 'Card data in logs', body: 'Reported under PCI 3.4' },
        'admin',
        46 * hour,
        { externalId: 'INC0041877' },
      ),
    ],
    tree: {
      type: 'root',
      title: 'Debug logging of checkout-api writes whole request bodies',
      by: '5',
      at: 2 * day,
      statuses: [['proven', 44 * hour]],
      evidences: [
        {
          type: 'config_change',
          description: 'LOG_LEVEL went to debug',
          by: '2',
          at: 47 * hour,
          config: refs.change('debug-logging').config,
          change: refs.change('debug-logging'),
          factor: true,
        },
        {
          type: 'log',
          description: 'Two of the 418 lines, values replaced',
          by: '5',
          at: 46 * hour,
          component: refs.component('checkout-api'),
          payload: logLines(refs.nowMs, 50 * hour, { app: 'checkout-api', level: 'debug' }, [
            'DEBUG POST /orders body={"card":{"number":"411111******1111","expiry":"[redacted]"}}',
            'DEBUG POST /orders body={"card":{"number":"550000******0004","expiry":"[redacted]"}}',
          ]),
        },
      ],
      children: [
        {
          type: 'solution',
          title: 'Delete the affected indices and rotate nothing',
          by: '5',
          at: 40 * hour,
          statuses: [['likely', 30 * hour]],
          comments: [{ by: '7', at: 29 * hour, text: 'Legal agrees, with a record of what was deleted.' }],
        },
        { type: 'solution', title: 'Forbid debug level in production by policy', by: 'admin', at: 20 * hour },
      ],
    },
  };
}

function doubledTraffic(refs: StoryRefs): IncidentStory {
  return {
    title: 'NAT gateway traffic in us-east-1 has doubled',
    description: 'About 210 USD a day more than last week.',
    severity: 'warning',
    type: 'cost',
    by: '11',
    commander: '11',
    communicator: '11',
    statuses: [['open', 4 * day]],
    responders: [respond.person('editor', '11', 3.9 * day)],
    tree: {
      type: 'root',
      title: 'Images are pulled through the NAT gateway',
      by: '11',
      at: 4 * day,
      evidences: [
        {
          type: 'config_analysis',
          description: 'The nodes are idle and still pull',
          by: '11',
          at: 3.8 * day,
          config: refs.insight('idle-nodes').config,
          insight: refs.insight('idle-nodes'),
        },
      ],
      children: [
        {
          type: 'solution',
          title: 'Registry endpoint inside the VPC',
          by: 'editor',
          at: 3 * day,
          statuses: [['likely', 2 * day]],
        },
      ],
    },
  };
}

function handRenewedCertificates(refs: StoryRefs): IncidentStory {
  return {
    title: 'Certificates of legacy hosts are renewed by hand',
    description: 'Eleven hosts are outside of cert-manager. Last outage because of it: six days ago.',
    severity: 'low',
    type: 'technical_debt',
    by: 'admin',
    commander: 'editor',
    communicator: 'editor',
    statuses: [['open', 5.5 * day]],
    tree: {
      type: 'root',
      title: 'The hosts have no DNS zone cert-manager may write to',
      by: 'admin',
      at: 5.5 * day,
      statuses: [['likely', 4 * day]],
      evidences: [
        {
          type: 'topology',
          description: 'cert-manager',
          by: 'admin',
          at: 5.4 * day,
          component: refs.component('cert-manager'),
          doneItem: 'made',
          script: "status == 'healthy'",
        },
      ],
      comments: [
        {
          by: 'editor',
          at: 5 * day,
          text: '1. list the hosts\n2. move the zones\n3. delete the calendar entry',
        },
      ],
    },
  };
}

function nightlyReindex(refs: StoryRefs): IncidentStory {
  return {
    title: 'Search reindex fills the whole night window',
    description: 'From two hours in spring to six hours now; it meets the backup of orders-db.',
    severity: 'Low',
    type: 'technicalDebt',
    by: '6',
    commander: '6',
    communicator: '6',
    statuses: [['open', 20 * day]],
    tree: {
      type: 'root',
      title: 'Every night the whole catalogue is indexed again',
      by: '6',
      at: 20 * day,
      evidences: [
        {
          type: 'config',
          description: 'Schedule and batch size',
          by: '6',
          at: 19 * day,
          config: refs.config(eu, 'Deployment', 'search-indexer'),
          payload: configLines(
            refs.config(eu, 'Deployment', 'search-indexer'),
            ['args:', '- --full', '- --batch=200', '- --at=01:00'],
            [1, 2],
          ),
        },
      ],
      children: [{ type: 'factor', title: 'Change feed of pricing-api is not used', by: '6', at: 18 * day }],
    },
  };
}
