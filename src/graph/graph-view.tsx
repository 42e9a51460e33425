import { late } from '#src/ui/late.tsx';
import type { GraphViewProps } from './graph-props.ts';

/** A graph; the canvas and the worker that lays it out come when one is first drawn. */
export const GraphView = late<GraphViewProps>(async () => (await import('./graph-canvas.tsx')).GraphCanvas);
