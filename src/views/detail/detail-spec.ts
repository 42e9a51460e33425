import type { LucideIcon } from 'lucide-react';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import type { MenuGroup } from '#src/ui/overlays/menu.tsx';
import type { Claim, Part } from '#sync/protocol/claim.ts';
import type { TableName } from '#sync/protocol/table.ts';

/** The words of what is shown. */
export interface Subject {
  /** "Host": stands for its name until that is known, and begins or ends sentences. */
  readonly label: string;
  /** The product's sentence for what the server does not have. */
  readonly notFound: string;
  /** Where it was opened from. */
  readonly list: { readonly label: string; href(): string };
}

/** What every body, section and slot is given. One of another area asks for the id alone. */
export interface DetailPartProps<T> {
  readonly id: string;
  readonly value: T;
  /** Of the record itself; what else a part reads has one of its own. */
  readonly claim: Claim;
}

/** Made lazily where it is heavy; it has its own loading state and fails alone. */
type Body<T> = FunctionComponent<DetailPartProps<T>>;

interface ActionWords {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** What can be done with it. What a role may not do is not listed; what cannot be done now has a reason. */
export type DetailAction =
  | (ActionWords & {
      readonly is: 'button';
      readonly onPress: () => void;
      /** The one action of the view; it stands last. */
      readonly isPrimary?: boolean;
      readonly isPending?: boolean;
      /** Why it cannot be pressed now. */
      readonly reason?: string | undefined;
      /** A single key that does the same in a dialog. */
      readonly key?: string;
    })
  | (ActionWords & { readonly is: 'link'; readonly href: string })
  | (ActionWords & {
      readonly is: 'menu';
      readonly groups: readonly MenuGroup[];
      /** What is listed is read once somebody looks. */
      readonly onOpen: () => void;
    });

/** State, since when and who, in one eye movement. */
export interface DetailHead {
  /** Short: the last crumb, and the name a locked device gives to its browser. */
  readonly name: string;
  readonly title: string;
  /** Takes the place of the title and what belongs to its line. */
  readonly heading?: ReactNode;
  /** One quiet line under the title. */
  readonly marks: ReactNode;
  /** Between the head and the tabs. */
  readonly below?: ReactNode;
  /** Before the age: what concerns how it is kept. */
  readonly tools?: ReactNode;
  /** Its row is past the limit of what may be called current. */
  readonly isOld: boolean;
  readonly actions: readonly DetailAction[];
  /** What else a refresh asks for; null for nothing beside what is due. */
  readonly refresh: (() => Promise<void>) | null;
}

/** A number of the server on a tab, with its own age. */
export interface Count {
  readonly n: number;
  readonly claim: Claim;
}

export interface DetailTab<T> {
  readonly id: string;
  readonly label: string;
  readonly Body: Body<T>;
  /** Parameters of the address that go along when the tab is changed. */
  readonly keeps?: readonly string[];
  /** Null where nobody knows it. */
  readonly count?: (value: T) => Count | null;
}

/** A section of the panel beside the tabs. */
export interface Section<T> {
  readonly id: string;
  readonly title: string;
  readonly Body: Body<T>;
  /** Beside the title: a count. */
  readonly Note?: Body<T>;
}

/** One record as a page or as a dialog. */
export interface DetailSpec<T> {
  readonly subject: Subject;
  useOne(id: string): Part<T>;
  useHead(props: DetailPartProps<T>): DetailHead;
  readonly tabs: readonly DetailTab<T>[];
  readonly aside?: readonly Section<T>[];
  /** Around everything of a record that is found: what its parts share. */
  readonly Frame?: ComponentType<DetailPartProps<T> & { children: ReactNode }>;
  /** Under the sentence that it is not found. */
  readonly Missing?: ComponentType<{ id: string }>;
  /** Collection it is a row of, where more comes with a row that somebody looks at. */
  readonly watches?: TableName;
}
