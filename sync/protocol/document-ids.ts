/** Id of the one body of kind `health-summary`. */
export const SUMMARY_ID = 'all';

/** Id of what belongs to one parent from a moment on (server time), or over a range (`1h`). */
export function windowedId(parentId: string, from: string): string {
  return `${parentId}~${from}`;
}

/** Parent and moment of a windowed id; the moment is empty where there is none. */
export function partsOfWindow(id: string): { readonly parentId: string; readonly from: string } {
  const [parentId = '', from = ''] = id.split('~');
  return { parentId, from };
}
