/** Whether a version is in a range made of `^a.b.c` and `>=a.b.c`. */
export function isInRange(version: string, range: string): boolean;
