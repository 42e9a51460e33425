import type { ReactElement } from 'react';
import { CodeStory } from '#src/code/story/code-story.tsx';
import { GraphStory } from '#src/graph/story/graph-story.tsx';

/** `/ui/heavy`: what is loaded late, each in every form. */
export function HeavyStories(): ReactElement {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[72rem] flex-col gap-3 px-page py-6" id="content">
      <h1 className="text-title font-semibold tracking-tight">Code and graphs</h1>
      <GraphStory />
      <CodeStory />
    </main>
  );
}
