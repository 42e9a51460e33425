import { own } from '#sync/protocol/own.ts';
import type { ResponderType } from '#sync/protocol/ticketing.ts';

/** Kinds of responder as people call them. */
export const responderTypeLabels: Readonly<Record<ResponderType, string>> = {
  email: 'Email',
  jira: 'Jira',
  service_now: 'ServiceNow',
  ca: 'CA',
  aws_support: 'AWS Support',
  aws_ams_services_request: 'AWS AMS Service Request',
  redhat: 'Red Hat',
  oracle: 'Oracle',
  vmware: 'VMware',
  ms_planner: 'Microsoft Planner',
  person: 'Person',
};

const FIELD_LABELS: Readonly<Record<string, string>> = {
  to: 'To',
  subject: 'Subject',
  body: 'Body',
  category: 'Category',
  description: 'Description',
  project: 'Project',
  issueType: 'Issue Type',
  summary: 'Summary',
  product: 'Product',
  person: 'Person',
  priority: 'Priority',
  plan_id: 'Plan ID',
  bucket_id: 'Bucket ID',
  title: 'Title',
  external_id: 'External ID',
};

export function fieldLabel(name: string): string {
  return own(FIELD_LABELS, name) ?? name;
}

/** Fields in which people write more than a line. */
export function isLongField(name: string): boolean {
  return name === 'description' || name === 'body';
}

/** What adding a team this way does outside, in a sentence without its subject: it cannot be taken back. */
export function effectWords(type: ResponderType, team: string): string {
  switch (type) {
    case 'email':
      return `sends an e-mail for ${team}`;
    case 'person':
      return `asks a person for ${team}`;
    default:
      return `opens a ticket for ${team} in ${responderTypeLabels[type]}`;
  }
}

/** The same as the name of a prepared action: "Open a ticket for Payments in Jira". */
export function effectTitle(type: ResponderType, team: string): string {
  switch (type) {
    case 'email':
      return `Send an e-mail for ${team}`;
    case 'person':
      return `Ask a person for ${team}`;
    default:
      return `Open a ticket for ${team} in ${responderTypeLabels[type]}`;
  }
}
