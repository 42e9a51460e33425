// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { workerPorts } from './replica/worker-client.ts';

test('the worker hears of a page that becomes visible, is thawed, or comes back with the Back button', () => {
  const worker = new EventTarget() as Worker; // only its events are used here
  const heard: boolean[] = [];
  const stop = workerPorts(worker).onVisibility((isVisible) => heard.push(isVisible));
  expect(heard).toEqual([true]);
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('resume'));
  window.dispatchEvent(new Event('pageshow'));
  expect(heard).toEqual([true, true, true, true]);
  stop();
  document.dispatchEvent(new Event('resume'));
  window.dispatchEvent(new Event('pageshow'));
  expect(heard).toHaveLength(4);
});
