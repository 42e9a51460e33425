import { useEffect } from 'react';
import { heldKey } from '../session/device-lock.ts';
import { createStore, useStore } from '../device/store.ts';

/** What a page tells the frame around it. */
export interface PageFrame {
  /** Stands before the product's name in the document title. */
  readonly title: string;
  /**
   * Stands there instead while the data of this device is locked with a PIN or a passkey: the browser keeps titles in its
   * history and in its session files, where no lock of ours reaches. Left out where the title names nothing of the data.
   */
  readonly sealedTitle?: string | undefined;
  /** Way to this page for the top bar; the last one has no href. */
  readonly crumbs: readonly { readonly label: string; readonly href?: string | undefined }[];
}

const frame = createStore<PageFrame>({ title: '', crumbs: [] });

/** Called by every page once: document title '{title} | Holdfast' and the breadcrumb of the top bar. */
export function usePageFrame(page: PageFrame): void {
  // Pages pass fresh literals on every render; the text decides whether anything changed.
  const text = JSON.stringify(page);
  useEffect(() => frame.set(JSON.parse(text) as PageFrame), [text]); // made by the line above
}

export function useCurrentPageFrame(): PageFrame {
  return useStore(frame);
}

/** The title as it may be given to the browser. */
export function useTabTitle(): string {
  const { title, sealedTitle } = useStore(frame);
  const isLocked = useStore(heldKey) !== null;
  return isLocked ? (sealedTitle ?? title) : title;
}
