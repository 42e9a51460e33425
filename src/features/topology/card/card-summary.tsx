import type { ReactElement, ReactNode } from 'react';
import type { TopologyCard, TopologyParts, TopologyPart } from '#sync/protocol/topology.ts';
import { shortCost, shortCount } from '#src/lib/short-numbers.ts';
import { cx } from '#src/ui/class-names.ts';
import { useAccess } from '#src/platform/session/access-context.tsx';
import { IconMark } from '#src/ui/marks/type-mark.tsx';
import { PlainLink } from '#src/ui/text/text-link.tsx';
import { countsSince } from './counts-since.ts';
import { incidentsHref, insightsHref, summaryLines, totalOf, type SummaryLine } from './summary-lines.ts';

interface CardPartProps {
  card: TopologyCard;
  parts: TopologyParts;
  /** Numbers stand below what is counted. */
  isNarrow: boolean;
}

/** Why a part is not counted; undefined where it is. */
function unknownWords({ state }: TopologyPart): string | undefined {
  switch (state) {
    case 'never':
      return 'not on this device yet';
    case 'forbidden':
      return 'not for your role';
    case 'skew':
      return 'cannot be read';
    case 'partial':
    case 'complete':
      return undefined;
  }
}

/** Checks, incidents and insights of a component and all below it, each number a link to what it counts. */
export function CardSummary({ card, parts, isNarrow }: CardPartProps): ReactElement {
  const { id, summary } = card;
  const areIncidentsOn = useAccess().isEnabled('incidents');
  const checks = [...summary.checks];
  return (
    <div className="flex flex-col">
      <Part
        isNarrow={isNarrow}
        isEmpty={checks.length === 0}
        label="Checks"
        part={parts.checks}
        title="Checks of this component and all below it, by how they are now"
        total={checks.reduce((sum, [, count]) => sum + count, 0)}
        totalHref="/health"
      >
        {checks.map(([status, count]) => (
          <CountLink href="/health" key={status} tone={toneOf(status)} words={`${count} ${status}`}>
            {shortCount(count)} {status}
          </CountLink>
        ))}
      </Part>
      {areIncidentsOn && (
        <Part
          isNarrow={isNarrow}
          isEmpty={summary.incidents.size === 0}
          label="Incidents"
          part={parts.incidents}
          title="Incidents that are neither resolved nor closed, of this component and all below it, each counted once for every piece of evidence"
          total={totalOf(summary.incidents)}
          totalHref={`/incidents?component=${encodeURIComponent(id)}`}
        >
          <Lines
            lines={summaryLines(summary.incidents, (type, severity) => incidentsHref(id, type, severity))}
          />
        </Part>
      )}
      <Part
        isNarrow={isNarrow}
        isEmpty={summary.insights.size === 0}
        label="Insights"
        part={parts.insights}
        title={`Insights of this component and all below it. ${countsSince(parts.insights)}`}
        total={totalOf(summary.insights)}
        totalHref={`/catalog/insights?component=${encodeURIComponent(id)}`}
      >
        <Lines lines={summaryLines(summary.insights, (type, severity) => insightsHref(id, type, severity))} />
      </Part>
    </div>
  );
}

interface PartProps {
  label: string;
  isNarrow: boolean;
  part: TopologyPart;
  isEmpty: boolean;
  /** What is counted. */
  title: string;
  total: number;
  totalHref: string;
  children: ReactNode;
}

function Part({
  label,
  part,
  isNarrow,
  isEmpty,
  title,
  total,
  totalHref,
  children,
}: PartProps): ReactElement | null {
  const unknown = unknownWords(part);
  if (unknown !== undefined) {
    return (
      <p className="text-muted">
        {label}: {unknown}
      </p>
    );
  }
  if (isEmpty) return null;
  // While rows are still coming there are at least so many.
  const isPartial = part.state === 'partial';
  return (
    <div className={cx('flex min-w-0', isNarrow ? 'flex-col' : 'gap-2')}>
      <PlainLink
        className="inline-flex min-h-target min-w-target shrink-0 items-center gap-1 self-start text-muted!"
        href={totalHref}
        title={title}
      >
        {label} <span className="tabular">{`${shortCount(total)}${isPartial ? '+' : ''}`}</span>
        {isPartial && <span className="sr-only"> so far</span>}
      </PlainLink>
      <div
        className={cx(
          'flex min-w-0 flex-wrap items-center gap-x-3',
          isNarrow ? 'ps-3' : 'flex-1 justify-end',
        )}
      >
        {children}
      </div>
    </div>
  );
}

function Lines({ lines }: { lines: readonly SummaryLine[] }): ReactElement {
  return (
    <>
      {lines.map(({ type, title, counts }) => (
        <span className="inline-flex flex-wrap items-center gap-x-1.5" key={type}>
          <span className="text-muted">{title}</span>
          {counts.map(({ severity, count, words, href }) => (
            <CountLink
              href={href}
              key={severity}
              tone={severity === 'critical' || severity === 'high' ? 'bad' : 'plain'}
              words={`${title}: ${words}`}
            >
              {shortCount(count)} {severity}
            </CountLink>
          ))}
        </span>
      ))}
    </>
  );
}

type Tone = 'good' | 'bad' | 'warning' | 'plain';
const TONES: Readonly<Record<Tone, string>> = {
  good: 'text-healthy!',
  bad: 'text-unhealthy!',
  warning: 'text-warning!',
  plain: '',
};

function toneOf(status: string): Tone {
  if (status === 'healthy') return 'good';
  if (status === 'unhealthy') return 'bad';
  return status === 'warning' ? 'warning' : 'plain';
}

interface CountLinkProps {
  href: string;
  /** What is counted, whole. */
  words: string;
  tone: Tone;
  children: ReactNode;
}

function CountLink({ href, words, tone, children }: CountLinkProps): ReactElement {
  return (
    <PlainLink
      aria-label={words}
      className={`tabular inline-flex min-h-target min-w-target items-center whitespace-nowrap ${TONES[tone]}`}
      href={href}
      title={words}
    >
      {children}
    </PlainLink>
  );
}

/** What it costs, as far as the server has worked it out. */
export function CardCosts({ card: { costs } }: { card: TopologyCard }): ReactElement | null {
  if (costs === null) return null;
  const lines = [
    ['a minute', costs.perMinute],
    ['a day', costs.day],
    ['in 7 days', costs.week],
    ['in 30 days', costs.month],
  ] as const;
  return (
    <p className="flex flex-wrap gap-x-3">
      <span className="text-muted">Cost</span>
      {lines.map(([words, cost]) =>
        cost === null || cost === 0 ? null : (
          <span className="tabular" key={words}>
            {shortCost(cost)} <span className="text-muted">{words}</span>
          </span>
        ),
      )}
    </p>
  );
}

/** Who owns it. */
export function CardTeams({ card: { teams } }: { card: TopologyCard }): ReactElement | null {
  if (teams.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="text-muted">{teams.length === 1 ? 'Team' : 'Teams'}</span>
      {teams.map(({ id, name, icon }) => (
        <PlainLink
          className="inline-flex min-h-target min-w-target items-center gap-1"
          href={`/settings/teams/${encodeURIComponent(id)}`}
          key={id}
        >
          <IconMark name={icon} />
          {name}
        </PlainLink>
      ))}
    </p>
  );
}
