import { expect, test } from 'vitest';
import { productFiles, read } from './source-files.ts';

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
  'SEARCH_DELAY_MS = 400',
  'TITLE_SAVE_DELAY_MS = 1000',
  'TOAST_DURATION_MS = 5000',
  'There are no incidents matching this criteria',
  'Incident not found',
  'No Evidence',
  '(no title)',
  'Please add comment details',
  'There are no evidences provided for this incident',
] as const;

const source = productFiles()
  .filter((path) => path.startsWith('src/'))
  .map((path) => read(path))
  // Long texts may be broken over lines by the formatter.
  .map((text) => text.replaceAll(/\s+/gu, ' '))
  .join('\n');

test.each(TEXTS)('%s', (text) => {
  expect(source).toContain(text);
});
