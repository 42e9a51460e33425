import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { GraphViewProps } from './graph-props.ts';
import type { Link } from './grouped-graph.ts';
import { ItemGraph } from './item-graph.tsx';

// The drawing itself needs a worker and a canvas: here its nodes are buttons.
vi.mock('./graph-view.tsx', () => ({
  GraphView: ({ label, nodes, onOpen }: GraphViewProps) => (
    <section aria-label={label}>
      {nodes.map(({ id, label: name }) => (
        <button key={id} type="button" onClick={() => onOpen?.(id)}>
          {name}
        </button>
      ))}
    </section>
  ),
}));

afterEach(cleanup);

const item = (id: string, kind: string) => ({
  id,
  name: id,
  kind,
  health: null,
  status: null,
  href: null,
  gone: null,
  notes: [],
});
const link = (from: string, to: string): Link => ({ from, to, is: 'hard' });

/** One thing with so many pods below it, which are one group, and so many of which no two are of one kind. */
function shown(pods: number, others: number): ReturnType<typeof render> {
  const podIds = Array.from({ length: pods }, (_, at) => `pod-${at}`);
  const otherIds = Array.from({ length: others }, (_, at) => `other-${at}`);
  return render(
    <ItemGraph
      items={[
        item('web', 'App'),
        ...podIds.map((id) => item(id, 'Pod')),
        ...otherIds.map((id) => item(id, id)),
      ]}
      label="Around web"
      links={[...podIds, ...otherIds].map((id) => link('web', id))}
      look={{ direction: 'LR', edgeForm: 'bezier', hasOutline: false }}
      roots={['web']}
      table={<p>the table</p>}
      unknownKind="not here"
      onLook={() => undefined}
      onOpen={() => undefined}
    />,
  );
}

const drawing = () => screen.queryByRole('region', { name: 'Around web' });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('[ux 4.10] shows the table where more than 150 would be drawn, with the graph one press away', async () => {
  shown(0, 200);
  expect(screen.getByText('the table')).toBeDefined();
  expect(screen.getByText(/^The graph would have 201 nodes/u)).toBeDefined();
  await press('Show the graph');
  expect(drawing()).not.toBeNull();
});

it('[ux 4.10] looks at what would be drawn after a group was opened, too, and closes it again', async () => {
  shown(300, 10);
  expect(drawing()).not.toBeNull();
  await press(/^300 × Pod/u);
  expect(drawing()).toBeNull();
  expect(screen.getByText('the table')).toBeDefined();
  expect(screen.getByText(/^The graph would have 312 nodes/u)).toBeDefined();
  // The pressed node is gone: who goes by keys is at what can be done next.
  expect(document.activeElement?.textContent).toBe('Close the group');
  await press('Close the group');
  expect(drawing()).not.toBeNull();
  await press(/^300 × Pod/u);
  await press('Show the graph');
  expect(screen.getByRole('button', { name: 'pod-299, Pod' })).toBeDefined();
});

it('does not ask again of what was opened piece by piece and stays small', async () => {
  shown(30, 10);
  await press(/^30 × Pod/u);
  expect(drawing()).not.toBeNull();
});
