import { downloadFile } from './download-file.ts';

/** Saves a text as a file through the browser; works offline. */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadFile(fileName, new Blob([text], { type }));
}
