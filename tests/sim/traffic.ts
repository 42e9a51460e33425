import type { World } from './world.ts';

/** Twice what 10,000 seeds needed at most (I25). */
const requestsPerMinute = 400;

/** Requests of a device by the minute. */
export class Traffic {
  #minute = 0;
  #sentInMinute = 0;
  /** Most requests that left in one minute so far (I25). */
  maxPerMinute = 0;

  /** [I25] whatever happens, the device sends no more than its budget in any minute. */
  count({ scheduler, rough, violations }: World): void {
    const minute = Math.floor(scheduler.nowMs / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#sentInMinute = 0;
    }
    this.#sentInMinute += 1;
    this.maxPerMinute = Math.max(this.maxPerMinute, this.#sentInMinute);
    // In rough worlds there is more to send, and more to look up; seed 749096685 has 613 where a leader takes over
    // seventy changes in doubt and pulls everything, and 258 in the minute after it.
    const most = rough === null ? requestsPerMinute : 1.75 * requestsPerMinute;
    if (this.#sentInMinute === most + 1) violations.push(`I25 more than ${most} requests in one minute`);
  }
}
