/** Saves a text as a file through the browser; works offline. */
export function downloadText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has taken its own reference by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
