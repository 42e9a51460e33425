import { expect, it } from 'vitest';
import { itemName, readItem, shownClass } from './item-row.ts';

const ROW = {
  id: 'c1',
  name: 'web',
  type: 'Kubernetes::Pod',
  health: null,
  labels: { a: 'b' },
  cost_total_30d: 4,
};

it('what this device has stands over what was fetched, and what it lacks comes from there', () => {
  const item = readItem(ROW, {
    id: 'c1',
    name: 'old',
    health: 'warning',
    properties: [],
    summary: { changes: 3 },
  });
  expect(item).toMatchObject({
    name: 'web',
    health: 'warning',
    properties: [],
    cost_total_30d: 4,
    summary: { changes: 3 },
  });
  expect(readItem(ROW, null)?.properties).toBeUndefined();
  expect(readItem(null, { id: 'c2', name: 'x' })?.name).toBe('x');
  expect(readItem(null, null)).toBeUndefined();
});

it('properties are read one by one; what is hidden, empty or leads to no page is left out', () => {
  const properties = [
    { name: 'Image', text: 'web:1' },
    { name: 'cpu', value: 2, unit: 'cores' },
    { label: 'Repository', name: 'repo', links: [{ label: 'source', url: 'https://git.example/web' }] },
    { name: 'bad', links: [{ label: 'x', url: 'javascript:alert(1)' }] },
    { name: 'gone', text: 'x', hidden: true },
    { name: 'empty' },
    7,
  ];
  expect(readItem(null, { id: 'c1', properties })?.properties).toEqual([
    { name: 'Image', value: 'web:1', href: null },
    { name: 'cpu', value: '2 cores', href: null },
    { name: 'Repository', value: 'source', href: 'https://git.example/web' },
  ]);
  expect(readItem(null, { id: 'c1', properties: null })?.properties).toEqual([]);
});

it('the class is shown only where the type does not end with it', () => {
  expect(shownClass({ type: 'Kubernetes::Pod', config_class: 'Pod' })).toBeNull();
  expect(shownClass({ type: 'AWS::EC2::Instance', config_class: 'VirtualMachine' })).toBe('VirtualMachine');
  expect(shownClass({ type: null, config_class: 'Pod' })).toBe('Pod');
  expect(shownClass({ type: 'x', config_class: '' })).toBeNull();
  expect(itemName({ id: '0123456789', name: '' })).toBe('01234567');
});
