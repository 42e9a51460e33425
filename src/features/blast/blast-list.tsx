import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import type { BlastRadius } from '#sync/read/blast-facts.ts';
import type { Reached, Thing } from '#sync/read/blast-radius.ts';
import { Button } from '#src/ui/button.tsx';
import { Ago } from '#src/ui/marks/ago.tsx';
import { Records } from '#src/ui/layout/error-boundary.tsx';
import { HealthMark } from '#src/ui/marks/health-mark.tsx';
import { SeverityBars } from '#src/ui/marks/severity-bars.tsx';
import { TypeMark } from '#src/ui/marks/type-mark.tsx';
import { FactLine } from '#src/views/fact-line.tsx';
import { lineTitle, type ChangeLine } from '#src/views/changes/change-line.ts';
import { areTiesWhole, hrefOf, inOrder, isStartUnread, wayWords, type NameOf } from './blast-things.ts';

/** Lines of a section at first, so that the others are near; and how many more come with each press. */
const FIRST = 20;
const STEP = 100;

export interface BlastListProps {
  start: Thing;
  radius: BlastRadius;
  nameOf: NameOf;
  /** Incidents are on, and this role may read them. */
  hasIncidents: boolean;
  /** Null while they are read, and where they cannot be. */
  changes: readonly ChangeLine[] | null;
  /** These are all changes of the items that are known. */
  areChangesWhole: boolean;
  /** The time they are looked for in, and what is to be said of them. */
  range: ReactNode;
  changesNote: ReactNode;
}

/** Everything that has to do with it, one kind after the other, the nearest first. */
export function BlastList(props: BlastListProps): ReactElement {
  const { start, radius, nameOf, hasIncidents, changes, areChangesWhole, range, changesNote } = props;
  const { affected, checks, incidents, upstream, isAllHere, uncheckedIds } = radius;
  const isWhole = areTiesWhole(radius);
  const areChecksWhole = isWhole && isAllHere.checks && uncheckedIds.length === 0;
  const areIncidentsWhole = isWhole && isAllHere.incidents;
  const isUnread = isStartUnread(start, radius);
  const hit = useMemo(() => inOrder(affected, nameOf), [affected, nameOf]);
  const ways = new Map(upstream.filter(({ kind }) => kind === 'config').map((each) => [each.id, each]));
  return (
    <div className="flex flex-col gap-6 px-page pb-6">
      <Section
        all={hit}
        count={isUnread ? null : hit.length}
        idOf={({ kind, id }) => `${kind} ${id}`}
        isWhole={isWhole}
        nameOfOne={(each) => nameOf(each).name}
        none={isWhole ? 'Nothing depends on it.' : 'Nothing that is known on this device depends on it.'}
        note={
          isUnread && hit.length === 0 ? (
            <p className="text-table text-muted">Its relationships are not on this device.</p>
          ) : null
        }
        title="What depends on it"
      >
        {(each) => <ThingLine nameOf={nameOf} thing={each} />}
      </Section>
      <Section
        all={checks}
        count={checks.length}
        idOf={({ id }) => id}
        isWhole={areChecksWhole}
        nameOfOne={({ name }) => name}
        none={areChecksWhole ? 'No check watches it.' : 'No check that is known on this device watches it.'}
        title="Checks that watch it"
      >
        {({ id, name, type, status, of }) => (
          <FactLine
            facts={<HealthMark health={status ?? 'unknown'} />}
            href={`/health?checkId=${encodeURIComponent(id)}`}
            mark={<TypeMark type={type} />}
            name={name}
            words={ofWords(of, nameOf)}
          />
        )}
      </Section>
      {hasIncidents && (
        <Section
          all={incidents}
          count={incidents.length}
          idOf={({ id }) => id}
          isWhole={areIncidentsWhole}
          nameOfOne={({ title }) => title}
          none={
            areIncidentsWhole
              ? 'No open incident has evidence of any of this.'
              : 'No incident that is known on this device has evidence of any of this.'
          }
          title="Open incidents"
        >
          {({ id, number, title, severity, status, of }) => (
            <FactLine
              facts={
                <>
                  <SeverityBars severity={severity} />
                  <span>{status}</span>
                </>
              }
              href={`/incidents/${encodeURIComponent(id)}`}
              mark={null}
              name={number === null ? title : `${number} ${title}`}
              words={ofWords(of, nameOf)}
            />
          )}
        </Section>
      )}
      <Section
        all={changes ?? []}
        aside={range}
        count={changes?.length ?? null}
        idOf={({ id }) => id}
        isWhole={isWhole && areChangesWhole}
        nameOfOne={lineTitle}
        none={
          isWhole && areChangesWhole
            ? 'Nothing was changed upstream in this time.'
            : 'No change upstream is known on this device.'
        }
        note={changesNote}
        title="Changed upstream"
      >
        {(line) => <Change line={line} nameOf={nameOf} way={ways.get(line.config_id ?? '')} />}
      </Section>
    </div>
  );
}

interface SectionProps<T> {
  title: string;
  all: readonly T[];
  /** Null where nobody knows how many there are, and none may be all of them or not. */
  count: number | null;
  /** These are all that there are, and not only those that are known here. */
  isWhole: boolean;
  idOf: (one: T) => string;
  nameOfOne: (one: T) => string;
  none: string;
  aside?: ReactNode;
  note?: ReactNode;
  children: (one: T) => ReactElement;
}

function Section<T>(props: SectionProps<T>): ReactElement {
  const { title, all, count, isWhole, idOf, nameOfOne, none, aside, note, children } = props;
  const [most, setMost] = useState(FIRST);
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-section font-semibold">{title}</h2>
        {count !== null && (
          <span className="text-table text-muted tabular">
            {`${count.toLocaleString()}${isWhole ? '' : ' so far'}`}
          </span>
        )}
        {aside}
      </div>
      {note}
      {count === 0 && <p className="text-table text-muted">{none}</p>}
      {all.length > 0 && (
        <ul aria-label={title} className="flex flex-col divide-y divide-line border-y border-line">
          <Records idOf={idOf} nameOf={nameOfOne} of={all.slice(0, most)}>
            {children}
          </Records>
        </ul>
      )}
      {all.length > most && (
        <Button className="self-start" size="small" onPress={() => setMost((before) => before + STEP)}>
          {`Show more of ${all.length.toLocaleString()}`}
        </Button>
      )}
    </section>
  );
}

function ThingLine({ thing, nameOf }: { thing: Reached; nameOf: NameOf }): ReactElement {
  const { name, type, health, status, gone } = nameOf(thing);
  const hasWord = status !== null && status !== '';
  return (
    <FactLine
      facts={
        <>
          {gone !== null && <span className="text-muted">{gone}</span>}
          {health !== null && (
            <span className="flex shrink-0">
              <HealthMark health={health} isWordHidden={hasWord} />
            </span>
          )}
          {hasWord && <span className="truncate">{status}</span>}
          <span className="truncate text-muted">
            {type ?? (thing.kind === 'component' ? 'Component' : '')}
          </span>
        </>
      }
      href={hrefOf(thing)}
      mark={<TypeMark type={type} />}
      name={name}
      words={wayWords(thing, nameOf)}
    />
  );
}

interface ChangeProps {
  line: ChangeLine;
  way: Reached | undefined;
  nameOf: NameOf;
}

function Change({ line, way, nameOf }: ChangeProps): ReactElement {
  const { id, config_id: configId, name, severity, created_at: at } = line;
  const item = configId === null ? null : nameOf({ kind: 'config', id: configId }).name;
  return (
    <FactLine
      facts={
        <>
          <Ago at={at} label="Changed" />
          <span className="truncate text-muted">{item ?? name}</span>
        </>
      }
      href={`/catalog/changes?changeId=${encodeURIComponent(id)}`}
      mark={severity === null || severity === '' ? null : <SeverityBars isWordHidden severity={severity} />}
      name={lineTitle(line)}
      words={way === undefined ? 'on it' : wayWords(way, nameOf)}
    />
  );
}

/** What a check watches, or an incident has evidence of. */
function ofWords(of: readonly Thing[], nameOf: NameOf): string {
  return of.map((thing) => nameOf(thing).name).join(', ');
}
