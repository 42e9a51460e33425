import { expect, test } from 'vitest';
import { parse, productFiles, readCode } from './source-files.ts';

/** Texts of the product's specification that this slice shows, verbatim. */
const TEXTS = [
  // Sign-in
  'Sign In to your account',
  'Confirm Action',
  'Two-Factor Authentication',
  'The return_to address is not allowed.',
  'Your interaction expired, please fill out the form again.',
  'A security violation was detected, please fill out the form again.',
  'This field is required',
  // Session and flow errors
  'Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.',
  'Unknown error',
  'An error occurred',
  'Go back',
  // Shell
  'Unauthorized',
  'You do not have permission to access this page',
  'Sorry.. there was an error',
  'Something went wrong',
  '1.0.758',
  'Sign out',
  'Clipboard not available',
  'Failed to copy to clipboard',
  'Copied to clipboard',
  // Incident list and detail
  "'Incidents'",
  "'Id'",
  "'Type'",
  "'Severity'",
  "'Status'",
  "'Name'",
  "'Age'",
  "'Responders'",
  "'Created'",
  "'Acknowledged'",
  "'Resolved'",
  "'Closed'",
  'Comments',
  'typingMs: 400',
  'TITLE_SAVE_DELAY_MS = 1000',
  'TOAST_DURATION_MS = 5000',
  'There are no incidents matching this criteria',
  'Incident not found',
  'No Evidence',
  '(no title)',
  'Please add comment details',
  'There are no evidences provided for this incident',
  // Incident panel
  "title: 'Details'",
  "title: 'Definition of done'",
  "title: 'Changelog'",
  'FIELD_SAVE_DELAY_MS = 500',
  'Add contributing factors to definition of done',
  'Please select atleast one evidence',
  'Incident status updated successfully',
  'Incident status updated failed',
  'Removing evidence from definition of done failed',
  'Marking evidence as part of definition of done failed',
  'There are no evidences which are not part of definition of done',
  'Loading evidences please wait...',
  'No changelog found',
  'Component is Health',
  "status == 'healthy'",
  'check.status == "healthy" && check.age > duration("5m")',
  "analysis.status == 'resolved'",
  // Evidence and its links
  "'Evidence type'",
  "'Search'",
  "'Select'",
  'Evidence delete failed',
  'Attach as Evidence',
  'title="Link to Incident"',
  "'Linking..' : 'Link'",
  'Linked to incident successfully',
  'Must select or create an incident',
  'Must select or create a hypothesis',
  'Please select incident severity',
  'Please select an incident type',
  'CONTEXT_LINES = 3',
  'SEARCH_DELAY_MS = 300',
  // Incidents: creating, hypotheses, responders
  'Unable to load components!',
  'Create New Incident',
  "'Action Plan'",
  'POPUP_DELAY_MS = 1000',
  'STATUS_SAVE_DELAY_MS = 200',
  "'Please select any hypothesis'",
  'Disprove Hypothesis',
  'Delete Hypothesis',
  "'Disprove'",
  'Select Responder',
  'Responder Type',
  'There were no responders configured for this team',
  'Please provide valid value',
  'Responder added successfully',
  'Responder deleted successfully',
  // Incidents: what is written as code is a value of the wire, as it is sent
  "'Automatic'",
  "'Manual'",
  "HYPOTHESIS_STATUS_FALLBACK = 'likely'",
  "SEVERITY_FALLBACK = 'high'",
  "status: 'open'",
  "'proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven'",
  "'new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'",
  "'low', 'medium', 'high', 'blocker', 'critical'",
  "'info', 'warning'",
  "'cost', 'availability', 'performance', 'security', 'integration', 'compliance', 'technicalDebt', 'reliability'",
  'created Incident',
  'marked as: ',
  'added responder ',
  'added DoD for ',
  "'incident.created', 'incident.status_updated'",
  "'hypothesis.created', 'hypothesis.status_updated'",
  "'evidence.created', 'evidence.done_definition_added'",
  "'responder.created', 'responder.commented'",
  "'incident_status.updated'",
  "new: incidentStatuses, open: ['open', 'investigating', 'mitigated', 'resolved', 'closed'], investigating: ['investigating', 'mitigated', 'resolved', 'closed'], mitigated: ['mitigated', 'resolved', 'closed', 'open'], resolved: ['resolved', 'closed', 'open'], closed: ['closed', 'open']",
  "'comment', 'check', 'config', 'log', 'config_analysis', 'config_change', 'topology'",
  "'No id: '",
  "'.disable'",
  "const request = ['category', 'description', 'body']",
  "const product = ['product', ...request]",
  "email: ['to', 'subject', 'body'], jira: ['project', 'issueType', 'priority', 'summary', 'description'], service_now: request, ca: request, aws_support: request, aws_ams_services_request: request, redhat: product, oracle: product, vmware: product, ms_planner: ['plan_id', 'bucket_id', 'priority', 'title', 'description'], person: ['person']",
  "EXTERNAL_ID = 'external_id'",
  '](user:${person.id})',
  // Health
  "label: 'Search by name, description, or endpoint'",
  'Hide Passing',
  'label="Group By:"',
  'label="Tab By:"',
  "'No Grouping'",
  "'Group Name'",
  "label: 'All'",
  "'healthPageRefreshRate'",
  "'canary_name'",
  // The check modal
  "label: 'History'",
  "label: 'Graph'",
  "label: 'Spec'",
  "label: 'Relationships'",
  'label="Uptime"',
  'label="Latency"',
  'label="Severity"',
  'label="Last Run"',
  'label="Transitioned"',
  'label="Next Run"',
  'label="Time Range"',
  "'Run Now'",
  "'All', '100ms', '500ms', '1s', '5s', '10s', '30s'",
  'PAGE_SIZES = [50, 100, 200]',
  'DEFAULT_PAGE_SIZE = 50',
  'duration is allowed only in milli seconds & seconds',
  'You have successfully initiated the check run.',
  'No data available',
  // The catalog
  'Search for configs',
  'Hide Deleted Catalog',
  "'Analysis'",
  "'Cost'",
  "'Updated'",
  "'Deleted At'",
  "'Changed'",
  "path: '/catalog'",
  'No data available',
  // Changes of the catalog
  "title: 'Changes'",
  "'Last Seen'",
  "header: 'Catalog'",
  "header: 'Type'",
  "header: 'Summary'",
  "header: 'Tags'",
  "header: 'Created By'",
  ' over ${',
  "'critical', 'high', 'medium', 'low', 'Info'",
  "anyLabel: 'All'",
  'Hide Deleted Config Changes',
  "'areDeletedConfigChangesHidden'",
  "'recentlyUsedTimeRanges'",
  "range: 'now-2d'",
  "page: whole(1, { role: 'page'",
  'pageSize: whole(200,',
  "'created_at', { role: 'order' }",
  "'desc', { role: 'order' }",
  'MAX_RECENT_RANGES = 4',
  "label: 'Diff'",
  "label: 'Patches'",
  "label: 'Details'",
  // Item of the catalog
  'Details not found',
  "id: 'config', label: 'Config'",
  "id: 'changes', label: 'Changes'",
  'downstream: toggle(true)',
  'upstream: toggle(false)',
  'Downstream',
  'Upstream',
  'Last scraped',
  'Link to incident',
  "'show more'",
  'SHOWN_FACTS = 6',
  'SCRAPED_LATE_MS = 3_600_000',
  "['version', 'part-of']",
  // Insights of the catalog
  "title: 'Insights'",
  "header: 'Analyzer'",
  "header: 'Severity'",
  "'cost', 'availability', 'performance', 'security', 'integration', 'compliance', 'technical_debt', 'reliability', 'recommendation', 'other'",
  'MAX_CHARACTERS = 500',
  "pageSize: whole(50, { role: 'page'",
  'severity.toLowerCase()',
  'Invalid mapped time range',
  'Invalid relative time range',
  'No details found',
  "'Today so far'",
  "'This week'",
  "'Previous month'",
  "Yesterday: ['now-1d/d', 'now-1d/d']",
] as const;

/**
 * The engine's part is what it knows of the words and values: what a person may choose, and what is logged. The catalogue
 * of primitives quotes screens and is in no build.
 */
const paths = productFiles().filter(
  (path) =>
    (path.startsWith('src/') && !path.startsWith('src/ui/catalogue')) ||
    path.startsWith('sync/protocol/') ||
    path === 'sync/read/open-read-model.ts',
);

/** Long texts may be broken over lines by the formatter. */
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');

const source = paths.map((path) => oneLine(readCode(path))).join('\n');

/*
 * Not here, because nothing of an incident says it: 'Response has multiple components for the id.' is of the card of one
 * component, which the catalogue of errors names beside it.
 */
test.each(TEXTS)('%s', (text) => {
  expect(source).toContain(text);
});

test('what only stands in a comment does not count', () => {
  const comments = paths.flatMap((path) => parse(path).comments.map(({ value }) => oneLine(value)));
  // A shorter one may be the name of something.
  const sentences = comments.filter((comment) => comment.length > 40);
  expect(sentences.length).toBeGreaterThan(1000);
  expect(sentences.filter((sentence) => source.includes(sentence))).toEqual([]);
});
