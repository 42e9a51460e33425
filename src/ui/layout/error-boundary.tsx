import { TriangleAlert } from 'lucide-react';
import { Component, type ReactElement, type ReactNode } from 'react';
import { errorDetails } from '../../lib/error-details.ts';
import { shortened } from '../../lib/shortened.ts';
import { isStaleChunk } from '../../lib/stale-chunk.ts';
import { Button } from '../button.tsx';
import { CopyTextButton } from '../text/copy-text-button.tsx';
import { Icon } from '../marks/icon.tsx';

interface ErrorBoundaryProps {
  /** What is drawn inside: another value is tried again by itself. */
  of?: unknown;
  renderFailure: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

interface Failure {
  readonly error: unknown;
  readonly of: unknown;
}

/** Stops an error of what it draws, so that everything around it goes on. A part that could not be loaded goes on to the page, which offers the reload. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { error, of: UNKNOWN } };
  }

  static getDerivedStateFromProps(
    { of }: ErrorBoundaryProps,
    { failure }: { failure: Failure | null },
  ): { failure: Failure | null } | null {
    if (failure === null) return null;
    if (failure.of === UNKNOWN) return { failure: { ...failure, of } };
    return failure.of === of ? null : { failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    if (isStaleChunk(failure.error)) throw failure.error;
    return this.props.renderFailure(failure.error, () => this.setState({ failure: null }));
  }
}

/** Stands in a failure until the next drawing says what it was of. */
const UNKNOWN = Symbol('unknown');

interface BrokenProps {
  /** What people call it; a record without a name goes by its id. Read from what has just failed. */
  name: () => string;
  id?: string | undefined;
  record?: unknown;
  error: unknown;
  onRetry: () => void;
}

const NAME_LENGTH = 80;

/** In place of a record or a part of a page that could not be drawn. */
export function Broken({ name, id, record, error, onRetry }: BrokenProps): ReactElement {
  const called = nameOf(name, id);
  return (
    <span className="flex min-h-control-small min-w-0 flex-wrap items-center gap-x-2 text-table whitespace-normal">
      <Icon className="text-danger" icon={TriangleAlert} />
      <span className="min-w-0 wrap-any">
        <bdi className="font-medium">{called}</bdi> could not be shown
      </span>
      <CopyTextButton label="Copy details" text={brokenDetails(called, id, record, error)} />
      <Button size="small" variant="ghost" onPress={onRetry}>
        Try again
      </Button>
    </span>
  );
}

function nameOf(name: () => string, id: string | undefined): string {
  let called = '';
  try {
    called = name().trim();
  } catch {
    // Then it goes by its id; why it failed stands in the details.
  }
  return shortened(called === '' ? (id ?? 'This') : called, NAME_LENGTH);
}

const RECORD_LENGTH = 20_000;

/** For whoever is asked for help: what it was, why it failed, and the record as it lies. */
function brokenDetails(called: string, id: string | undefined, record: unknown, error: unknown): string {
  return [
    `${called} could not be shown`,
    ...(id === undefined ? [] : [`Id: ${id}`]),
    errorDetails(error),
    ...(record === undefined ? [] : [`Record: ${shortened(recordText(record), RECORD_LENGTH)}`]),
  ].join('\n\n');
}

function recordText(record: unknown): string {
  try {
    return JSON.stringify(record);
  } catch (thrown) {
    return `(cannot be written as JSON: ${errorDetails(thrown)})`;
  }
}

interface RecordBoundaryProps extends Pick<BrokenProps, 'name' | 'id' | 'record'> {
  /** The element that stands in its place. */
  as?: 'div' | 'li' | undefined;
  children: ReactNode;
}

/** One record of a list or node of a tree: an error in it costs this one alone. */
export function RecordBoundary(props: RecordBoundaryProps): ReactElement {
  const { name, id, record, as: As = 'div', children } = props;
  return (
    <ErrorBoundary
      renderFailure={(error, retry) => (
        <As className="min-w-0 py-1">
          <Broken error={error} id={id} name={name} record={record} onRetry={retry} />
        </As>
      )}
      of={record}
    >
      {children}
    </ErrorBoundary>
  );
}

interface RecordsProps<T> {
  of: readonly T[];
  idOf: (record: T) => string;
  nameOf: (record: T) => string;
  /** Draws one as a list item. */
  children: (record: T) => ReactNode;
}

/** The items of a list, each of which fails alone. */
export function Records<T>({ of, idOf, nameOf: name, children }: RecordsProps<T>): ReactElement {
  return (
    <>
      {of.map((record) => (
        <RecordBoundary
          as="li"
          id={idOf(record)}
          key={idOf(record)}
          name={() => name(record)}
          record={record}
        >
          <Drawn draw={children} record={record} />
        </RecordBoundary>
      ))}
    </>
  );
}

/** Draws inside of the boundary what would else be drawn by the list around it. */
function Drawn<T>({ draw, record }: { draw: (record: T) => ReactNode; record: T }): ReactElement {
  return <>{draw(record)}</>;
}

/** One part of a page: a tab, a section, the inside of a dialog. */
export function PanelBoundary({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <ErrorBoundary
      renderFailure={(error, retry) => (
        <div className="py-2" role="alert">
          <Broken error={error} name={() => name} onRetry={retry} />
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
