/** Saves what was fetched as a file through the browser. */
export function downloadFile(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has taken its own reference by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
