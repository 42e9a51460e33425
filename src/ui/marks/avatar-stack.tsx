import type { ReactElement } from 'react';
import { Avatar } from './avatar.tsx';
import { cx } from '../class-names.ts';

export interface AvatarStackProps {
  people: readonly { id: string; name: string }[];
  /** The rest becomes "+N". */
  max?: number;
  /** What the people are, e.g. "Responders"; with the names it is the accessible name. */
  label: string;
  size?: 'small' | 'medium';
}

/** Overlapping avatars with one accessible name: the label and every person, also those behind "+N". */
export function AvatarStack({
  people,
  max = 5,
  label,
  size = 'medium',
}: AvatarStackProps): ReactElement | null {
  if (people.length === 0) return null;
  const shown = people.slice(0, max);
  const rest = people.length - shown.length;
  const names = people.map((person) => person.name).join(', ');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded
    <span aria-label={`${label}: ${names}`} className="inline-flex items-center" role="img" title={names}>
      {shown.map((person, index) => (
        <Avatar
          className={cx('ring-2 ring-(--surface-page)', index > 0 && 'ms-0.5')}
          id={person.id}
          isDecorative
          key={person.id}
          name={person.name}
          size={size}
        />
      ))}
      {rest > 0 && (
        <span aria-hidden className="tabular ms-1 text-table text-muted">
          +{rest}
        </span>
      )}
    </span>
  );
}
