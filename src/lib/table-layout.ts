import * as v from 'valibot';

/** What a person made of a table: kept as it is in storage and handed back. */
export interface TableLayout {
  /** Pixels by column id; columns without one keep the width they were defined with. */
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
}

export const MIN_COLUMN_PX = 56;
export const MAX_COLUMN_PX = 960;
export const EMPTY_LAYOUT: TableLayout = { widths: {}, hidden: [] };

const widthSchema = v.pipe(v.number(), v.minValue(MIN_COLUMN_PX), v.maxValue(MAX_COLUMN_PX));

export const tableLayoutSchema: v.GenericSchema<unknown, TableLayout> = v.object({
  widths: v.record(v.string(), widthSchema),
  hidden: v.array(v.string()),
});

export function clampWidth(widthPx: number): number {
  return Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, widthPx)));
}

export function withWidth(layout: TableLayout, columnId: string, widthPx: number): TableLayout {
  return { ...layout, widths: { ...layout.widths, [columnId]: clampWidth(widthPx) } };
}

export function withHidden(layout: TableLayout, columnId: string, isHidden: boolean): TableLayout {
  const others = layout.hidden.filter((id) => id !== columnId);
  return { ...layout, hidden: isHidden ? [...others, columnId] : others };
}
