/** @vitest-environment jsdom */
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import '#tests/page/patience.ts';
import { deviceClaim } from '#sync/protocol/claim.ts';
import { keptIndex } from '#sync/protocol/index-kept.ts';
import type { IndexQuery, IndexResult } from '#sync/protocol/index-query.ts';
import type { IndexClient } from '#src/platform/replica/index-client.ts';
import { noIndex } from '#tests/page/fake-index.ts';
import { createFakeReplica, ReplicaFrame, type FakeReplica } from '#tests/page/fake-replica.tsx';
import { useTypeRows } from './use-type-rows.ts';
import { catalogSearch, type CatalogSearch } from './catalog-search.ts';

let replica: FakeReplica;
afterEach(async () => {
  cleanup();
  await replica.close();
});

function answerOf(types: readonly string[]): IndexResult {
  return {
    version: 3,
    ...deviceClaim('complete', '2026-11-20T12:00:00Z', [{ what: 'deleted' }]),
    ids: [],
    total: types.length,
    all: types.length,
    facets: [],
    groups: types.map((type) => ({ id: type, values: [type], count: 1, splits: [[]] })),
    groupTotal: types.length,
    lines: [],
    lineTotal: 0,
    near: [],
  };
}

function Types({ search }: { search: CatalogSearch }): ReactElement {
  const { lines, counted, claim } = useTypeRows(search, true);
  return (
    <>
      <p>{counted === '' ? 'nothing yet' : counted}</p>
      <p>{lines.length} lines</p>
      <p>as of {claim?.asOf ?? 'never'}</p>
    </>
  );
}

/** The summary over what was kept for that search, with a worker that has not started; `wake` lets it answer. */
async function open(kept: CatalogSearch): Promise<{ readonly wake: () => void }> {
  const questions: IndexQuery[] = [];
  const answers: (() => void)[] = [];
  const index: IndexClient = {
    ...noIndex,
    query: (_tbl, query) =>
      new Promise((resolve) => {
        questions.push(query);
        answers.push(() => resolve(answerOf(['AWS::Host'])));
      }),
  };
  const show = (search: CatalogSearch): void => {
    render(
      <ReplicaFrame index={index} replica={replica}>
        <Types search={search} />
      </ReplicaFrame>,
    );
  };
  // What that page asks.
  replica = createFakeReplica({});
  show(kept);
  const [asked] = questions;
  if (asked === undefined) throw new Error('nothing was asked');
  cleanup();
  await replica.close();
  const text = JSON.stringify(keptIndex(asked, answerOf(['AWS::Host', 'AWS::Disk'])));
  replica = createFakeReplica({ keptLists: { 'index-list': new Map([['config_items:start', text]]) } });
  answers.length = 0;
  show({});
  return { wake: () => answers.splice(0).forEach((answer) => answer()) };
}

it('shows the summary that was kept until the worker is up, and then that of the worker', async () => {
  const { wake } = await open({});
  expect(await screen.findByText('2 types, 2 configs', { exact: false })).toBeDefined();
  expect(screen.getByText('as of 2026-11-20T12:00:00Z')).toBeDefined();
  await act(async () => wake());
  expect(await screen.findByText('1 types, 1 configs', { exact: false })).toBeDefined();
});

it('waits for the worker where what was kept is of another question', async () => {
  const { wake } = await open(catalogSearch.view({ health: 'healthy:1' }));
  await act(async () => {
    await new Promise((done) => setTimeout(done));
  });
  expect(screen.getByText('nothing yet')).toBeDefined();
  await act(async () => wake());
  expect(await screen.findByText('1 types, 1 configs', { exact: false })).toBeDefined();
});
