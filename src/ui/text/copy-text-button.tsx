import { Check, Copy } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '../button.tsx';
import { toast } from '../overlays/toast-queue.ts';

/** Texts of the product's error catalogue. */
export function CopyTextButton({
  text,
  label = 'Copy text',
}: {
  text: string;
  label?: string;
}): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (navigator.clipboard === undefined) {
      toast({ kind: 'error', text: 'Clipboard not available' });
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Refused by the browser: the text stands above and can be selected.
      toast({ kind: 'error', text: 'Failed to copy to clipboard' });
    }
  };
  return (
    <Button icon={isCopied ? Check : Copy} size="small" variant="ghost" onPress={() => void copy()}>
      {isCopied ? 'Copied to clipboard' : label}
    </Button>
  );
}
