import {
  Activity,
  CircleDollarSign,
  ClipboardCheck,
  Gauge,
  LifeBuoy,
  Plug,
  ShieldAlert,
  Tag,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { cx } from '#src/ui/class-names.ts';
import { GLYPH_BEFORE_WORD, GLYPH_WORD } from '#src/ui/marks/glyph-word.ts';
import { Icon } from '#src/ui/marks/icon.tsx';
import { own } from '#sync/protocol/own.ts';
import { HYPOTHESIS_STATUS_FALLBACK, titleOf } from './incident-labels.ts';
import { useIsMarkStale } from '#src/views/stale-marks.ts';
import { ProgressGlyph, type ProgressShape } from './progress-glyph.tsx';

interface Look {
  readonly shape: ProgressShape;
  readonly colour: string;
}

const UNKNOWN: Look = { shape: 'dashed', colour: 'text-unknown' };

const INCIDENT_LOOKS: Readonly<Record<string, Look>> = {
  new: { shape: 'dashed', colour: 'text-unhealthy' },
  open: { shape: 'ring', colour: 'text-unhealthy' },
  investigating: { shape: 'half', colour: 'text-warning' },
  mitigated: { shape: 'three-quarters', colour: 'text-warning' },
  resolved: { shape: 'tick', colour: 'text-healthy' },
  closed: { shape: 'tick', colour: 'text-unknown' },
  cancelled: { shape: 'cross', colour: 'text-unknown' },
};

const HYPOTHESIS_LOOKS: Readonly<Record<string, ProgressShape>> = {
  proven: 'tick',
  likely: 'three-quarters',
  possible: 'half',
  unlikely: 'quarter',
  improbable: 'ring',
  disproven: 'cross',
};

const TYPE_ICONS: Readonly<Record<string, LucideIcon>> = {
  cost: CircleDollarSign,
  availability: Activity,
  performance: Gauge,
  security: ShieldAlert,
  integration: Plug,
  compliance: ClipboardCheck,
  technicalDebt: Wrench,
  reliability: LifeBuoy,
};

export function IncidentStatusGlyph({
  status,
  className,
}: {
  status: string;
  className?: string;
}): ReactElement {
  const { shape, colour } = own(INCIDENT_LOOKS, status.toLowerCase()) ?? UNKNOWN;
  return <ProgressGlyph className={cx(colour, className)} isStale={useIsMarkStale()} shape={shape} />;
}

/** Status of an incident: shape, word and colour. */
export function IncidentStatus({ status }: { status: string }): ReactElement {
  return (
    <span className={`${GLYPH_WORD} text-fg`}>
      <IncidentStatusGlyph className={GLYPH_BEFORE_WORD} status={status} />
      {titleOf(status)}
    </span>
  );
}

export function HypothesisStatusGlyph({
  status,
  className,
}: {
  status: string;
  className?: string;
}): ReactElement {
  return (
    <ProgressGlyph
      className={cx('text-muted', className)}
      isStale={useIsMarkStale()}
      shape={own(HYPOTHESIS_LOOKS, status.toLowerCase()) ?? 'dashed'}
    />
  );
}

/** Read-only status of a hypothesis; without a value it displays as Likely and says so. */
export function HypothesisStatus({ status }: { status: string | null }): ReactElement {
  const shown = status ?? HYPOTHESIS_STATUS_FALLBACK;
  return (
    <span className={`${GLYPH_WORD} text-table text-fg`}>
      <HypothesisStatusGlyph className={GLYPH_BEFORE_WORD} status={shown} />
      {titleOf(shown)}
      {status === null && <span className="text-muted"> (not set)</span>}
    </span>
  );
}

export function IncidentTypeGlyph({ type, className }: { type: string; className?: string }): ReactElement {
  return <Icon className={cx('text-muted', className)} icon={own(TYPE_ICONS, type) ?? Tag} size={15} />;
}

export function IncidentType({ type }: { type: string }): ReactElement {
  return (
    <span className={`${GLYPH_WORD} text-fg`}>
      <IncidentTypeGlyph className={GLYPH_BEFORE_WORD} type={type} />
      {titleOf(type)}
    </span>
  );
}
