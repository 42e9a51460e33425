import type uPlot from 'uplot';
import { formatDuration } from '#src/lib/durations.ts';
import type { PlotColours } from './plot-colours.ts';

export interface MarkedPoint {
  readonly atMs: number;
  readonly isPassing: boolean | null;
  readonly latencyMs: number | null;
}

interface MarkOptions {
  readonly p95: number | null;
  readonly widthMs: number;
  /** Height of the strip in CSS pixels. */
  readonly strip: number;
}

/** Hatches a stretch of which nothing is known here, so that its emptiness is not taken for calm. */
export function drawGap(plot: uPlot, fromMs: number, toMs: number, colours: PlotColours): void {
  const { ctx, bbox } = plot;
  const from = Math.max(bbox.left, plot.valToPos(fromMs / 1000, 'x', true));
  const to = Math.min(bbox.left + bbox.width, plot.valToPos(toMs / 1000, 'x', true));
  if (to <= from) return;
  const step = 7 * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(from, bbox.top, to - from, bbox.height);
  ctx.clip();
  ctx.strokeStyle = colours.hairline;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (let x = from - bbox.height; x < to; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.stroke();
  ctx.restore();
}

/** The strip of statuses, a cross on the line for every failure, and the level most runs stay under. */
export function drawRuns(
  plot: uPlot,
  points: readonly MarkedPoint[],
  options: MarkOptions,
  colours: PlotColours,
): void {
  const { ctx } = plot;
  ctx.save();
  drawStrip(plot, points, options, colours);
  drawLevel(plot, options.p95, colours);
  for (const point of points) if (point.isPassing === false) drawCross(plot, point, colours);
  ctx.restore();
}

/** Failed ones are taller, not only of another colour. */
function drawStrip(
  plot: uPlot,
  points: readonly MarkedPoint[],
  { widthMs, strip }: MarkOptions,
  colours: PlotColours,
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const bottom = bbox.top + bbox.height - 2 * ratio;
  const one = Math.abs(plot.valToPos(widthMs / 1000, 'x', true) - plot.valToPos(0, 'x', true));
  const width = Math.max(2 * ratio, Math.min(6 * ratio, one - ratio));
  for (const { atMs, isPassing } of points) {
    const x = plot.valToPos(atMs / 1000, 'x', true);
    if (x < bbox.left - width || x > bbox.left + bbox.width + width) continue;
    const height = (isPassing === false ? strip - 4 : isPassing === null ? 3 : 6) * ratio;
    ctx.fillStyle =
      isPassing === false ? colours.unhealthy : isPassing === null ? colours.unknown : colours.healthy;
    ctx.fillRect(x - width / 2, bottom - height, width, height);
  }
}

function drawLevel(plot: uPlot, p95: number | null, colours: PlotColours): void {
  if (p95 === null) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const y = plot.valToPos(p95, 'y', true);
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.strokeStyle = colours.muted;
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = `${12 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = y - bbox.top < 18 * ratio ? 'top' : 'bottom';
  const text = `p95 ${formatDuration(p95)}`;
  const at = { x: bbox.left + bbox.width - 4 * ratio, y: y + (ctx.textBaseline === 'top' ? 3 : -3) * ratio };
  // A halo in the colour of the surface keeps the words off the line.
  ctx.strokeStyle = colours.surface;
  ctx.lineWidth = 4 * ratio;
  ctx.lineJoin = 'round';
  ctx.strokeText(text, at.x, at.y);
  ctx.fillStyle = colours.muted;
  ctx.fillText(text, at.x, at.y);
}

function drawCross(plot: uPlot, { atMs, latencyMs }: MarkedPoint, colours: PlotColours): void {
  if (latencyMs === null) return;
  const { ctx, bbox } = plot;
  const arm = 3.5 * devicePixelRatio;
  const x = plot.valToPos(atMs / 1000, 'x', true);
  const y = plot.valToPos(latencyMs, 'y', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return;
  for (const [style, width] of [
    [colours.surface, 4.5],
    [colours.unhealthy, 2],
  ] as const) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width * devicePixelRatio;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
    ctx.stroke();
  }
}
