/** Stack and cause in plain text. */
export function errorDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\n\nCause: ${errorDetails(error.cause)}`;
}
