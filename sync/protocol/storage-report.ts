/** Rows and bytes of one collection by our own account; bytes are estimated from samples (D18). */
export interface CollectionWeight {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Steps taken for want of room, in the order they are tried (D18). */
export const reliefSteps = ['blobs', 'old-changes', 'config-pages', 'pause-pulls'] as const;
/** One step of the ladder. */
export type ReliefStep = (typeof reliefSteps)[number];

/** One thing done for want of room; `freed` counts bytes or rows, whatever the step removes. */
export interface Relief {
  readonly step: ReliefStep;
  readonly at: number;
  readonly freed: number;
}

/** Everything about the storage of one identity on this device (D18, D23). Sizes in bytes, times in device ms. */
export interface StorageReport {
  readonly collections: readonly CollectionWeight[];
  readonly cacheBytes: number;
  readonly budgetBytes: number;
  readonly documents: { readonly count: number; readonly bytes: number; readonly evicted: number };
  /** What the browser says about the whole origin; null where it says nothing. Its quota is no promise. */
  readonly usageBytes: number | null;
  readonly quotaBytes: number | null;
  /** Whether the browser has promised not to evict this origin; null where it cannot be asked. */
  readonly isPersisted: boolean | null;
  /** The browser removed what was here: this session began with nothing though there had been something. */
  readonly isEvicted: boolean;
  /** How often the connection to the storage was lost and opened anew, per database. */
  readonly reopens: { readonly journal: number; readonly cache: number };
  /** The room kept for operations on a full device is there. */
  readonly hasBallast: boolean;
  /** Why nothing new is downloaded, in plain words; null while pulls go on. */
  readonly pauseReason: string | null;
  /** What was done for want of room in this session, oldest first. */
  readonly reliefs: readonly Relief[];
}
