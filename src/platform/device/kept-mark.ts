/** A year: as long as browsers keep a cookie at most, renewed with every visit. */
const MAX_AGE_S = 365 * 24 * 3600;
const NAME = 'holdfast-kept';

/**
 * A mark that somebody's data is on this device, kept outside the storage that browsers evict (D18): when it is there
 * and the data is not, the data was evicted. Holds the person's id and nothing else.
 */
export interface KeptMark {
  readonly has: (userId: string) => boolean;
  readonly set: (userId: string) => void;
  readonly clear: () => void;
}

/** The part of `document` the mark needs. */
export interface CookieJar {
  cookie: string;
}

export function createKeptMark(jar: CookieJar, isSecure: boolean): KeptMark {
  const write = (value: string, maxAgeS: number): void => {
    jar.cookie = `${NAME}=${value}; path=/; max-age=${maxAgeS}; samesite=strict${isSecure ? '; secure' : ''}`;
  };
  return {
    has: (userId) => jar.cookie.split('; ').includes(`${NAME}=${encodeURIComponent(userId)}`),
    set: (userId) => write(encodeURIComponent(userId), MAX_AGE_S),
    clear: () => write('', 0),
  };
}
