import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** What a page tells the frame around it. */
export interface PageFrame {
  /** Stands before the product's name in the document title. */
  readonly title: string;
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
