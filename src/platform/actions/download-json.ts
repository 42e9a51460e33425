import { downloadText } from './download-text.ts';

/** Saves `value` as a JSON file through the browser; works offline. */
export function downloadJson(fileName: string, value: unknown): void {
  downloadText(fileName, JSON.stringify(value, null, 2), 'application/json');
}
