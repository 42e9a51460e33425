/** What a screen may ask for. A command becomes one or more operations; it never touches the network itself. */
export type Command =
  | {
      readonly kind: 'comment.add';
      readonly incidentId: string;
      readonly hypothesisId: string;
      /** Markdown; mentions as `@[display](user:id)`. */
      readonly text: string;
    }
  | { readonly kind: 'hypothesis.set-title'; readonly hypothesisId: string; readonly title: string }
  | { readonly kind: 'hypothesis.set-status'; readonly hypothesisId: string; readonly status: string };

/** Where a command came from: "take me back there" and the outbox line. */
export interface CommandOrigin {
  readonly screen: string;
  readonly appVersion: string;
}
