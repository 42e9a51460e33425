import { RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  readRefreshRate,
  REFRESH_RATES,
  refreshRateBlock,
  type RefreshRate,
} from '../../lib/refresh-rate.ts';
import { ToolbarSelect } from './toolbar-select.tsx';

export interface RefreshRateSelectProps {
  /** What is in force: pass the choice through `allowedRefreshRate` first. */
  value: RefreshRate;
  /** Length of the time range on the page; long ranges rule out short rates. */
  rangeMinutes: number;
  onChange: (rate: RefreshRate) => void;
  className?: string | undefined;
}

/** How often the page asks again. Rates that the time range rules out stay visible and say why. */
export function RefreshRateSelect(props: RefreshRateSelectProps): ReactElement {
  const { value, rangeMinutes, onChange, className } = props;
  return (
    <ToolbarSelect
      className={className}
      icon={RefreshCw}
      label="Refresh:"
      options={REFRESH_RATES.map(({ id, label }) => ({
        id,
        label,
        disabledReason: refreshRateBlock(id, rangeMinutes),
      }))}
      value={value}
      onChange={(id) => {
        const rate = readRefreshRate(id);
        if (rate !== undefined) onChange(rate);
      }}
    />
  );
}
