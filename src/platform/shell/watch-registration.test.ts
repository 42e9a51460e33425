// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { watchRegistration } from './watch-registration.ts';

class Installing extends EventTarget {
  state = 'installing';

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  installing: Installing | null = null;
  waiting: object | null = null;
  active: object | null = null;

  find(): Installing {
    this.installing = new Installing();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }

  end(installed: boolean): void {
    const worker = this.installing;
    this.installing = null;
    if (installed) this.waiting = worker;
    worker?.become(installed ? 'installed' : 'redundant');
  }
}

function watched(state: Partial<Pick<Registration, 'installing' | 'waiting' | 'active'>>) {
  const registration = Object.assign(new Registration(), state);
  const offers: (object | null)[] = [];
  const broken: true[] = [];
  watchRegistration(
    registration,
    () => offers.push(registration.waiting),
    () => broken.push(true),
  );
  return { registration, offers, broken };
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
  const installing = watched({ active: {}, installing: new Installing() });
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

test('a version that could not be installed is told, one that another replaced is not', () => {
  const { registration, broken } = watched({});
  registration.find();
  registration.end(false);
  expect(broken).toHaveLength(1);
  const second = registration.find();
  registration.end(true);
  second.become('redundant');
  expect(broken).toHaveLength(1);
});
