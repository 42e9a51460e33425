import type { ReactElement } from 'react';
import { TriStateFilter, type TriStateFilterProps } from './tri-state-filter.tsx';

/** "A label filter collapses to a count when more than 4 values are selected." */
const COLLAPSE_ABOVE = 4;

export interface LabelFilterProps extends Omit<TriStateFilterProps, 'label' | 'collapseAt' | 'isStacked'> {
  labelKey: string;
}

/** The values of one label key, kept or left out; as wide as its column. */
export function LabelFilter({ labelKey, ...rest }: LabelFilterProps): ReactElement {
  return <TriStateFilter {...rest} collapseAt={COLLAPSE_ABOVE + 1} isStacked label={labelKey} />;
}
