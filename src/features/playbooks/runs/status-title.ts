/** `timed_out` as people read it. */
export function statusTitle(status: string): string {
  const words = status.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
