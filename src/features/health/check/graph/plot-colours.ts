/** Colours of a plot as the canvas takes them. */
export interface PlotColours {
  readonly line: string;
  readonly muted: string;
  readonly hairline: string;
  readonly surface: string;
  readonly healthy: string;
  readonly unhealthy: string;
  readonly unknown: string;
}

const TOKENS: Readonly<Record<keyof PlotColours, string>> = {
  line: '--text-primary',
  muted: '--text-muted',
  hairline: '--border-line',
  surface: '--surface-overlay',
  healthy: '--status-healthy',
  unhealthy: '--status-unhealthy',
  unknown: '--status-unknown',
};

/** The tokens in the scheme that is in force: a canvas knows neither custom properties nor `light-dark()`. */
export function plotColours(host: HTMLElement): PlotColours {
  const probe = document.createElement('span');
  host.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)]));
  probe.remove();
  return colours as Record<keyof PlotColours, string>; // as: entries of TOKENS
}
