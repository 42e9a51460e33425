import { lazy, Suspense, useCallback, useState, type ReactElement, type ReactNode } from 'react';
import {
  AttachEvidenceProvider,
  type AttachSource,
  type OnLinked,
} from '#src/platform/actions/attach-evidence.tsx';

// Not in the first bundle: most visits attach nothing.
const LinkDialog = lazy(async () => {
  const { LinkDialog: component } = await import('#src/features/incidents/link/link-dialog.tsx');
  return { default: component };
});

interface Opened {
  readonly source: AttachSource;
  readonly onLinked: OnLinked | undefined;
}

/** Every screen below it may open 'Link to Incident' without knowing the incidents feature. */
export function AttachEvidenceHost({ children }: { children: ReactNode }): ReactElement {
  const [opened, setOpened] = useState<Opened | null>(null);
  const attach = useCallback((source: AttachSource, onLinked?: OnLinked) => {
    setOpened({ source, onLinked });
  }, []);
  return (
    <AttachEvidenceProvider attach={attach}>
      {children}
      {opened !== null && (
        <Suspense>
          <LinkDialog onClose={() => setOpened(null)} onLinked={opened.onLinked} source={opened.source} />
        </Suspense>
      )}
    </AttachEvidenceProvider>
  );
}
