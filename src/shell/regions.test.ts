// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findRegions, nextRegion } from './regions.ts';

test('F6 walks the regions in page order, around the ends, and skips hidden ones', () => {
  document.body.innerHTML = `
    <nav data-region="Sidebar"><a href="/x">x</a></nav>
    <div aria-hidden="true"><p data-region="Hidden"></p></div>
    <header data-region="Top bar"><input /></header>
    <main data-region="Content"><button>b</button></main>`;
  const regions = findRegions(document);
  const [sidebar, topBar, content] = regions;
  expect(regions.map((region) => region.dataset['region'])).toEqual(['Sidebar', 'Top bar', 'Content']);
  expect(nextRegion(regions, document.body, false)).toBe(sidebar);
  expect(nextRegion(regions, document.body, true)).toBe(content);
  expect(nextRegion(regions, document.querySelector('a'), false)).toBe(topBar);
  expect(nextRegion(regions, document.querySelector('button'), false)).toBe(sidebar);
  expect(nextRegion([], document.body, false)).toBeUndefined();
});
