/** What became of a repair: done, or why nothing was touched. */
export type Repaired = 'repaired' | 'unreachable';

export interface RepairBox {
  readonly remove: () => void;
}

/** Shown without a style sheet or a script of the app: either may be what is missing. Style by property, as the CSP asks. */
export function showRepair(what: string, repair: () => Promise<Repaired>): RepairBox {
  const box = element('main', '');
  Object.assign(box.style, {
    maxWidth: '34rem',
    margin: '12vh auto 0',
    padding: '0 1.25rem',
    font: '1rem/1.5 system-ui',
  });
  const button = element('button', 'Repair');
  button.type = 'button';
  Object.assign(button.style, {
    font: 'inherit',
    padding: '0.5rem 1.25rem',
    border: '1px solid',
    borderRadius: '6px',
  });
  const status = element('p', '');
  status.setAttribute('role', 'status');
  const details = element('p', what);
  Object.assign(details.style, { overflowWrap: 'anywhere', fontSize: '0.875rem', opacity: '0.8' });
  button.addEventListener('click', () => {
    button.disabled = true;
    status.textContent = 'Fetching the app again…';
    void repair().then((end) => {
      if (end === 'repaired') {
        location.reload();
        return;
      }
      button.disabled = false;
      status.textContent =
        'Nothing was changed: the server did not send the app. Connect to the network (some ask you to sign in first), then press Repair again.';
    });
  });
  const heading = element('h1', 'Holdfast could not start');
  heading.tabIndex = -1;
  box.append(
    heading,
    element(
      'p',
      'A part of the app is missing or damaged on this device. Repair fetches the app again. Your data, unsent changes and drafts stay on this device.',
    ),
    button,
    status,
    details,
  );
  document.body.append(box);
  heading.focus();
  return { remove: () => box.remove() };
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
