// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { resized, sidebarMode, toggled, type SidebarFacts } from './sidebar-mode.ts';

const at = (width: number, more: Partial<SidebarFacts> = {}): SidebarFacts => ({
  width,
  isCollapsed: false,
  isOpenedNarrow: false,
  ...more,
});

test.each([
  [699, 'bottom'],
  [700, 'collapsed'],
  [1023, 'collapsed'],
  [1024, 'open'],
])('at %i px the sidebar is %s', (width, mode) => {
  expect(sidebarMode(at(width))).toBe(mode);
});

test('the stored choice counts from 1024 on', () => {
  expect(sidebarMode(at(1440, { isCollapsed: true }))).toBe('collapsed');
  expect(toggled(at(1440))).toMatchObject({ isCollapsed: true });
});

test('opening by hand on a narrow window is not the stored choice and ends at the limit', () => {
  const opened = toggled(at(820));
  expect(opened.isCollapsed).toBe(false);
  expect(sidebarMode(opened)).toBe('open');
  expect(sidebarMode(resized(opened, 900))).toBe('open');
  expect(sidebarMode(resized(resized(opened, 1200), 820))).toBe('collapsed');
});
