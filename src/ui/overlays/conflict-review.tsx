import { ArrowLeftRight } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Group } from 'react-aria-components/Group';
import { own } from '#sync/protocol/own.ts';
import { Button } from '../button.tsx';
import { Icon } from '../marks/icon.tsx';
import { Select, type Option } from '../forms/select.tsx';
import { TextArea } from '../forms/text-area.tsx';

/** Only a clash of texts needs the word by word comparison. */
const TextVersions = lazy(async () => {
  const { TextVersions: component } = await import('../text/text-versions.tsx');
  return { default: component };
});

export interface ConflictField {
  /** Column name; key of the edited values. */
  readonly name: string;
  readonly label: string;
  /** The three values in words. */
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
  /** Raw value that editing starts from. */
  readonly mineValue: string;
  /** Editing offers these instead of free text; only what may be chosen from theirs. */
  readonly options?: readonly Option[] | undefined;
  /** The three raw texts, where they are long enough to be compared word by word. */
  readonly texts?: { readonly base: string; readonly theirs: string; readonly mine: string } | undefined;
}

export type ConflictAnswer =
  | { readonly take: 'theirs' }
  | { readonly take: 'mine' }
  | { readonly take: 'edit'; readonly patch: Readonly<Record<string, string>> };

export interface ConflictReviewProps {
  /** What clashes: "The status was changed on the server too". */
  title: string;
  fields: readonly ConflictField[];
  onDecide: (answer: ConflictAnswer) => void;
  /** A decision is being stored. */
  isPending?: boolean;
  /** Off where only the screen of the change knows what may be written. */
  isEditable?: boolean;
  /** Why mine may not be applied to what the server has now, e.g. a status that does not move there. */
  mineBlocked?: string | undefined;
}

/** Base, theirs and mine side by side, and three ways out. Nothing is sent until one is chosen. */
export function ConflictReview(props: ConflictReviewProps): ReactElement {
  const { title, fields, onDecide, isPending = false, isEditable = true, mineBlocked } = props;
  const [edited, setEdited] = useState<Readonly<Record<string, string>> | null>(null);
  return (
    <Group
      aria-label={title}
      className="@container/review rounded-control border border-line-strong bg-panel text-table"
    >
      <p className="flex items-center gap-2 px-3 pt-2.5 font-medium">
        <Icon icon={ArrowLeftRight} />
        {title}
      </p>
      <div className="flex flex-col gap-3 px-3 pt-2 pb-3">
        {fields.map((field) => (
          <FieldVersions
            field={field}
            key={field.name}
            onMerge={
              isEditable && edited === null
                ? (merged) => setEdited({ ...startValues(fields), [field.name]: merged })
                : undefined
            }
          />
        ))}
        {edited !== null && (
          <EditFields
            fields={fields}
            values={edited}
            onChange={(name, value) => setEdited({ ...edited, [name]: value })}
          />
        )}
        {edited === null && mineBlocked !== undefined && <p className="text-fg">{mineBlocked}</p>}
        <div className="flex flex-wrap gap-2">
          {edited === null ? (
            <>
              <Button isPending={isPending} size="small" onPress={() => onDecide({ take: 'theirs' })}>
                Keep theirs
              </Button>
              <Button
                disabledReason={mineBlocked}
                isPending={isPending}
                size="small"
                onPress={() => onDecide({ take: 'mine' })}
              >
                Apply mine
              </Button>
              {isEditable && (
                <Button size="small" variant="ghost" onPress={() => setEdited(startValues(fields))}>
                  Edit
                </Button>
              )}
            </>
          ) : (
            <>
              <Button
                isPending={isPending}
                size="small"
                variant="primary"
                onPress={() => onDecide({ take: 'edit', patch: edited })}
              >
                Apply edited
              </Button>
              <Button size="small" variant="ghost" onPress={() => setEdited(null)}>
                Cancel
              </Button>
            </>
          )}
        </div>
      </div>
    </Group>
  );
}

function startValues(fields: readonly ConflictField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field.name, field.mineValue]));
}

const VERSIONS = [
  { key: 'base', label: 'Before', hint: 'what you changed' },
  { key: 'theirs', label: 'Theirs', hint: 'on the server now' },
  { key: 'mine', label: 'Mine', hint: 'saved on this device' },
] as const;

interface FieldVersionsProps {
  field: ConflictField;
  onMerge: ((merged: string) => void) | undefined;
}

function FieldVersions({ field, onMerge }: FieldVersionsProps): ReactElement {
  if (field.texts !== undefined) {
    const { base, theirs, mine } = field.texts;
    return (
      <Suspense fallback={<ThreeVersions field={field} />}>
        <TextVersions base={base} label={field.label} mine={mine} theirs={theirs} onMerge={onMerge} />
      </Suspense>
    );
  }
  return <ThreeVersions field={field} />;
}

function ThreeVersions({ field }: { field: ConflictField }): ReactElement {
  return (
    <section aria-label={field.label}>
      <p className="mb-1 text-muted">{field.label}</p>
      <dl className="grid gap-px overflow-hidden rounded-control border border-line bg-(--border-line) @min-[520px]/review:grid-cols-3">
        {VERSIONS.map(({ key, label, hint }) => (
          <div className="bg-page px-2.5 py-1.5" key={key}>
            <dt className="text-caption text-muted">
              <span className="font-medium text-fg">{label}</span> {hint}
            </dt>
            <dd className="mt-0.5 whitespace-pre-wrap wrap-any">{field[key]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface EditFieldsProps {
  fields: readonly ConflictField[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

function EditFields({ fields, values, onChange }: EditFieldsProps): ReactElement {
  return (
    <>
      {fields.map(({ name, label, options }) =>
        options === undefined ? (
          <TextArea
            key={name}
            label={label}
            minRows={1}
            value={own(values, name) ?? ''}
            onChange={(value) => onChange(name, value)}
          />
        ) : (
          <Select
            key={name}
            label={label}
            options={options}
            value={own(values, name) ?? null}
            onChange={(value) => onChange(name, value)}
          />
        ),
      )}
    </>
  );
}
