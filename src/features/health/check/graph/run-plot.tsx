import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '#src/platform/device/theme.ts';
import { isPassing, plotColumns, type GraphData } from './graph-data.ts';
import { drawGap, drawRuns } from './plot-marks.ts';
import { plotColours, type PlotColours } from './plot-colours.ts';
import { durationTicks, timeTicks } from './plot-ticks.ts';

export interface RunPlotProps {
  data: GraphData;
  fromMs: number;
  toMs: number;
  /** Before this nothing is on this device; null where everything is. */
  sinceMs: number | null;
  /** After this nothing is known. */
  heardMs: number;
  width: number;
  height: number;
  /** The point the cursor is on. */
  activeIndex: number | null;
  onActive: (index: number) => void;
}

const AXIS_FONT = '12px system-ui, sans-serif';
/** Room under the line for the strip of statuses. */
const STRIP = 18;

/** Latency as a line, status as a strip under it, on a canvas. What it shows is read out and listed elsewhere. */
export function RunPlot(props: RunPlotProps): ReactElement {
  const { data, fromMs, toMs, sinceMs, heardMs, width, height, activeIndex } = props;
  const theme = useTheme();
  const hostRef = useRef<HTMLDivElement>(null);
  const plotRef = useRef<{ plot: uPlot; at: readonly number[] } | null>(null);
  const latest = useEffectEvent(() => props);
  useEffect(() => {
    const host = hostRef.current;
    if (host === null) return undefined;
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const draw = (): void => {
      plotRef.current?.plot.destroy();
      const columns = plotColumns(data);
      const choose = (column: number): void => {
        const index = columns.at[column] ?? -1;
        if (index >= 0) latest().onActive(index);
      };
      const options = optionsOf({ ...latest(), data, fromMs, toMs, sinceMs }, plotColours(host), choose);
      const values: uPlot.AlignedData = [[...columns.xs], [...columns.ys]];
      plotRef.current = { plot: new uPlot(options, values, host), at: columns.at };
      showCursor(plotRef.current, latest().activeIndex);
    };
    draw();
    scheme.addEventListener('change', draw);
    return () => {
      scheme.removeEventListener('change', draw);
      plotRef.current?.plot.destroy();
      plotRef.current = null;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- colours are read anew when the theme is another
  }, [data, fromMs, toMs, sinceMs, heardMs, theme]);
  useEffect(() => {
    plotRef.current?.plot.setSize({ width, height });
    showCursor(plotRef.current, latest().activeIndex);
  }, [width, height]);
  useEffect(() => showCursor(plotRef.current, activeIndex), [activeIndex]);
  return <div aria-hidden className="touch-pan-y" ref={hostRef} style={{ height }} />;
}

/** Puts the cursor on a point, as the keys do; a move by pointer has put it there already. */
function showCursor(held: { plot: uPlot; at: readonly number[] } | null, index: number | null): void {
  if (held === null) return;
  const column = index === null ? -1 : held.at.indexOf(index);
  const x = column < 0 ? undefined : held.plot.data[0][column];
  const left = x === undefined ? -10 : held.plot.valToPos(x, 'x');
  // Quietly: what it means is known already.
  held.plot.setCursor({ left, top: x === undefined ? -10 : 0 }, false);
}

type Drawn = Omit<RunPlotProps, 'activeIndex' | 'onActive'>;

function optionsOf(drawn: Drawn, colours: PlotColours, choose: (column: number) => void): uPlot.Options {
  const { data, fromMs, toMs, sinceMs, heardMs, width, height } = drawn;
  return {
    width,
    height,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 7, fill: colours.line, stroke: colours.surface, width: 1.5 },
    },
    scales: {
      x: { time: true, range: [fromMs / 1000, toMs / 1000] },
      y: { range: (plot, _min, max) => rangeOf(max, plot.height) },
    },
    axes: [
      {
        stroke: colours.muted,
        font: AXIS_FONT,
        size: 28,
        gap: 6,
        space: 88,
        grid: { show: false },
        ticks: { stroke: colours.hairline, width: 1, size: 4 },
        values: (_plot, splits) => timeTicks(splits.map((second) => second * 1000)),
      },
      {
        stroke: colours.muted,
        font: AXIS_FONT,
        size: 60,
        gap: 6,
        space: 36,
        grid: { stroke: colours.hairline, width: 1 },
        ticks: { show: false },
        // Below zero there is the strip, and no latency.
        values: (_plot, splits) => {
          const below = splits.filter((ms) => ms < 0).length;
          return [...Array.from({ length: below }, () => null), ...durationTicks(splits.slice(below))];
        },
        filter: (_plot, splits) => splits.map((ms) => (ms < 0 ? null : ms)),
      },
    ],
    series: [
      {},
      {
        stroke: colours.line,
        width: 1.5,
        spanGaps: false,
        points: { show: data.points.length <= 60, size: 4 },
      },
    ],
    hooks: {
      drawClear: [
        (plot) => {
          if (sinceMs !== null) drawGap(plot, fromMs, sinceMs, colours);
          // A moment passes between the answer and the drawing; that is no gap.
          if (toMs - heardMs > 2 * data.widthMs) drawGap(plot, heardMs, toMs, colours);
        },
      ],
      draw: [
        (plot) =>
          drawRuns(
            plot,
            data.points.map((point) => ({
              atMs: point.atMs,
              isPassing: isPassing(point),
              latencyMs: point.latencyMs,
            })),
            { p95: data.latency.p95, widthMs: data.widthMs, strip: STRIP },
            colours,
          ),
      ],
      setCursor: [
        (plot) => {
          const { idx } = plot.cursor;
          if (typeof idx === 'number') choose(idx);
        },
      ],
    },
  };
}

/** From nothing to a little over the longest, with the strip's room below zero. */
function rangeOf(max: number | null, height: number): [number, number] {
  const top = max === null || max <= 0 ? 100 : max * 1.12;
  const room = Math.max(60, height - 36);
  return [-(top * STRIP) / (room - STRIP), top];
}
