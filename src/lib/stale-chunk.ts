const staleChunks = new WeakSet<Error>();

/** Remembers the failure of a part of this page that could not be loaded. */
export function noteStaleChunk(error: Error): void {
  staleChunks.add(error);
}

/** True for the failure of a part of this page that could not be loaded: only a reload can help, a retry cannot. */
export function isStaleChunk(error: unknown): boolean {
  return error instanceof Error && staleChunks.has(error);
}
