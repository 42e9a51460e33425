type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined entries: React Aria's props are exact-optional, ours accept undefined. */
export function defined<T extends object>(props: T): Defined<T> {
  const kept = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Defined<T>; // as: Object.fromEntries cannot know the keys that were kept
}
