// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { watchRegistration } from './watch-registration.ts';

class Registration extends EventTarget {
  installing: EventTarget | null = null;
  waiting: object | null = null;
  active: object | null = null;

  find(): EventTarget {
    this.installing = new EventTarget();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }

  end(installed: boolean): void {
    const worker = this.installing;
    this.installing = null;
    if (installed) this.waiting = worker;
    worker?.dispatchEvent(new Event('statechange'));
  }
}

function watched(state: Partial<Pick<Registration, 'installing' | 'waiting' | 'active'>>) {
  const registration = Object.assign(new Registration(), state);
  const offers: (object | null)[] = [];
  watchRegistration(registration, () => offers.push(registration.waiting));
  return { registration, offers };
}

test('a version is offered although the installation of two before it broke off', () => {
  const { registration, offers } = watched({ active: {} });
  for (const _ of [1, 2]) {
    registration.find();
    registration.end(false);
  }
  const third = registration.find();
  registration.end(true);
  expect(offers).toEqual([third]);
});

test('a version that was being installed, or waited, before the page looked is offered', () => {
  const installing = watched({ active: {}, installing: new EventTarget() });
  expect(installing.offers).toEqual([]);
  installing.registration.end(true);
  expect(installing.offers).toHaveLength(1);
  expect(watched({ active: {}, waiting: {} }).offers).toHaveLength(1);
});

test('the first version of all is no update', () => {
  const { registration, offers } = watched({});
  registration.find();
  registration.end(true);
  expect(offers).toEqual([]);
});
