/** @vitest-environment jsdom */
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Button } from '../button.tsx';
import { TOOLTIP_HOST_ID } from './tooltip-host.ts';
import { Tooltip } from './tooltip.tsx';

afterEach(cleanup);

function Page({ isOpen }: { isOpen: boolean }): ReactElement {
  return (
    <>
      <main>
        <Tooltip content="Saves on this device" isOpen={isOpen}>
          <Button>Save</Button>
        </Tooltip>
      </main>
      <header>
        <div id={TOOLTIP_HOST_ID} />
      </header>
    </>
  );
}

it('an open tooltip stands in the landmark that the frame offers', async () => {
  const { rerender } = render(<Page isOpen={false} />);
  rerender(<Page isOpen />);
  expect((await screen.findByRole('tooltip')).closest('header')).not.toBeNull();
});

it('and in the page where there is no frame', async () => {
  render(
    <Tooltip isOpen content="Saves on this device">
      <Button>Save</Button>
    </Tooltip>,
  );
  expect((await screen.findByRole('tooltip')).textContent).toBe('Saves on this device');
});
