import type { PickOnly } from '#sync/protocol/resource-selector.ts';
import type { Command } from '#sync/protocol/command.ts';
import type { EffectRequest } from '#sync/protocol/effect.ts';
import type { JsonRow } from '#sync/protocol/op.ts';
import type { CodeLanguage } from '#workers/contracts/yaml-contract.ts';

/** What a form holds, by the names of its fields; a field of a sub-form is in an object. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Dotted names of the fields of a form: `title`, `recipient.person.id`. */
export type Path<V> = string extends keyof V
  ? string
  : {
      [K in keyof V & string]: V[K] extends readonly unknown[]
        ? K
        : V[K] extends object
          ? K | `${K}.${Path<V[K]>}`
          : K;
    }[keyof V & string];

/** One of what a field offers. */
export interface FieldOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
}

/** One line of a list of pairs, as it is typed: a name may be empty or there twice until it is checked. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Rows that can be picked; they are answered from this device. */
export type PickSource = 'people' | 'teams' | 'components' | 'configs' | 'checks';

/**
 * What a field asks for. All hold a text but `choices` (ids), `tags` (texts), `switch` and `checkbox` (on or off),
 * `pairs`, `items` (values of each) and `one-of`:
 * a number is the text somebody typed, so that one that is none stays and says so.
 */
export type FieldKind =
  | { readonly is: 'text'; readonly isCode?: true }
  | { readonly is: 'lines'; readonly minRows?: number; readonly isCode?: true }
  /** Names of people come after an "@". */
  | { readonly is: 'mentions'; readonly minRows?: number }
  | {
      readonly is: 'number';
      readonly unit?: string;
      readonly min?: number;
      readonly max?: number;
      readonly isWhole?: true;
    }
  /** "512Mi", "500m": a number and one of the units, in one text; the first unit where none was chosen. */
  | { readonly is: 'size'; readonly units: readonly string[]; readonly min?: number; readonly max?: number }
  /** Markdown, with how it will look. */
  | { readonly is: 'markdown'; readonly minRows?: number }
  /** Short texts, none of them twice. */
  | { readonly is: 'tags' }
  /** "@every 5m", "@daily", or five parts as cron has them. */
  | { readonly is: 'schedule' }
  /** "30m", "1h30m", as Go writes them. */
  | { readonly is: 'duration' }
  /** `isOpen`: another value than the options may be there already, and stays. */
  | { readonly is: 'choice'; readonly options: readonly FieldOption[]; readonly isOpen?: true }
  | { readonly is: 'choices'; readonly options: readonly FieldOption[] }
  | { readonly is: 'switch' }
  | { readonly is: 'checkbox' }
  | { readonly is: 'pairs' }
  /** Several of a sub-form; `noun` names one of them: "header". */
  | { readonly is: 'items'; readonly noun: string; readonly fields: readonly ItemField[] }
  /** A text that is never written to this device. */
  | { readonly is: 'secret' }
  /** `schemaFile`: one of the server's, which the text is held against; `isSmall`: a few lines are the rule. */
  | {
      readonly is: 'code';
      readonly language: CodeLanguage;
      readonly schemaFile?: string | undefined;
      readonly isSmall?: boolean;
    }
  /** `only`: which rows may be picked, for configs, components and checks. */
  | { readonly is: 'pick'; readonly from: PickSource; readonly only?: PickOnly | undefined }
  /** A chooser with the fields of what is chosen: `name.kind`, and `name.<id>.<field>`. What the others had stays typed. */
  | { readonly is: 'one-of'; readonly options: readonly Alternative[] }
  /** Drawn by the screen; the text it holds is the screen's. */
  | { readonly is: 'slot' };

/** A field of a sub-form that is there several times: it keeps what is typed, so it never asks for a secret. */
export type ItemField = Omit<Field<FormValues>, 'kind' | 'visible'> & {
  readonly kind: Exclude<FieldKind, { is: 'secret' | 'one-of' | 'items' | 'slot' | 'code' }>;
};

/** One way of a one-of, with fields of its own. */
export interface Alternative extends FieldOption {
  readonly fields: readonly Field<FormValues>[];
}

export interface Field<V> {
  readonly name: Path<V>;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** A text is said instead of "This field is required". */
  readonly required?: true | string;
  /** One sentence about what is wrong; only asked of a value that its kind takes. */
  check?(value: unknown, all: V): string | undefined;
  /** What is not shown is neither checked nor sent. */
  visible?(all: V): boolean;
}

/** Fields that are together. */
export interface Group<V> {
  readonly title?: string;
  /** Beside each other where there is room. */
  readonly columns?: 2 | 3;
  readonly fields: readonly Field<V>[];
}

/** How a row becomes values and values columns. */
export interface RowFace<V, R> {
  read(row: R): V;
  /** Columns; what the form does not know of a column of JSON is taken over from `row`. */
  write(values: V, row: R | null): JsonRow;
}

/** A guarded request that is never stored: the engine knows the call by its name, the form gives its body. */
export interface OnlineCall {
  readonly call: string;
  readonly body: JsonRow;
}

/** What pressing Save does. Secrets are handed to nothing that is stored. */
export type Submit<V, R> =
  | { readonly kind: 'row'; readonly tbl: string }
  /** Null where nothing was changed. */
  | { readonly kind: 'command'; of(values: V, opened: R | null): Command | null }
  /** Null where nothing was changed. */
  | { readonly kind: 'online'; call(values: V, opened: R | null): OnlineCall | null }
  | {
      readonly kind: 'effect';
      /** Kept on this device: secrets are empty in it. `typed` is what a person put in, without what it began with;
       * `asked` are the names of what leaves with it. */
      request(values: V, typed: FormValues, asked: readonly string[]): EffectRequest;
      title(values: V): string;
      /** What leaves with the request and is kept nowhere. */
      askAgain(values: V, typed: FormValues): Readonly<Record<string, string>>;
    };

/** Fields whose texts are kept as one plain text: the engine hands a refused one back under that key. */
export interface Words<V> {
  readonly fields: readonly Path<V>[];
  /** "An earlier incident": begins the sentence that says it came back. */
  readonly what: string;
  read(text: string): Readonly<Record<string, string>>;
  write(texts: Readonly<Record<string, string>>): string;
}

/** A form as data: no drawing, and nothing a screen would have to do besides. */
export interface FormSpec<V extends object, R = JsonRow> {
  readonly id: string;
  /** Raised when a kept draft of before would be misread. */
  readonly v: number;
  readonly groups: readonly Group<V>[];
  empty(given: Partial<V>): V;
  /** "Not linked": begins the sentence that says why it was not sent. */
  readonly failed?: string;
  readonly submit: Submit<V, R>;
  readonly row?: RowFace<V, R>;
  readonly words?: Words<V>;
  /** Column or key that the server refuses as taken → the field it was typed in. */
  readonly unique?: Readonly<Record<string, Path<V>>>;
}

/** A form whose values nobody names: what the kit itself works with. */
export type AnyForm = FormSpec<FormValues>;

/**
 * A description as the kit reads it. Its functions are only called with values that its own fields, `empty` or `row` have
 * made, so what it says of their types holds.
 */
export function defineForm<V extends object, R extends object = JsonRow>(spec: FormSpec<V, R>): AnyForm {
  return spec as unknown as AnyForm; // as: see above
}
