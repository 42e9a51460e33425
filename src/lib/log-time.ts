import { instantMs } from './age.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:mm.ss.SSS`, the product's own form, in local time. */
export function logTimeOf(ms: number): string {
  const at = new Date(ms);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}.${two(at.getSeconds())}`;
  return `${day} ${time}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** The same of a time as text; what is no time stays as it is. */
export function logTime(timestamp: string): string {
  const ms = instantMs(timestamp);
  return ms === undefined ? timestamp : logTimeOf(ms);
}
