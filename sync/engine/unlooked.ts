/** What a write is called when a person must be told of it. */
export interface SentWork {
  readonly id: string;
  readonly what: string;
  readonly opIds: readonly string[];
}

/** A write that no look has closed yet. */
export interface Unlooked {
  readonly work: SentWork;
  readonly sentAt: number;
  /** How many questions had left when it ended; null while it is on its way. */
  endedAfter: number | null;
  /** Who was signed in by the look that closed it. */
  who?: string | null | undefined;
  isForeign?: boolean | undefined;
}
