/** Of what a path is made. Both texts are encoded already; `from` is empty where the id names no moment. */
export interface DocumentPlace {
  readonly id: string;
  readonly from: string;
}

/** Everything there is to know of one kind of body that is fetched on demand (D13); nothing else names a kind's path. */
export interface DocumentSpec {
  /** Where it comes from, below `/api`; columns are named one by one (D22). */
  readonly path: (of: DocumentPlace) => string;
  /**
   * What its body is: one row where nothing is said, a list of rows, or a list of rows of one parent from a moment on,
   * oldest first. Ids of the last are made by `windowedId`.
   */
  readonly gives?: 'list' | 'window';
  /**
   * Its body is a definition: a secret in one stands under a key that names it, and the rest may be kept. In others it may
   * stand in any text, a difference or a message.
   */
  readonly isDefinition?: true;
  /** It holds what something wrote: of a text its beginning and its end are worth having without the rest (DOC12). */
  readonly isOutput?: true;
  /** What the server takes as the moment of a windowed id; `now` is server time. The moment itself where nothing is said. */
  readonly startOf?: (from: string, now: string) => string;
}

/** Descriptions of some kinds, by kind. */
export type DocumentSpecs = Readonly<Record<string, DocumentSpec>>;
