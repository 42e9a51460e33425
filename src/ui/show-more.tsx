import type { ReactElement } from 'react';
import { Button } from './button.tsx';

export interface ShowMoreProps {
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}

/** The rest of a list that was cut (spec 9: "Property lists collapse to 'show more'"), and back. */
export function ShowMore({ isWhole, onChange }: ShowMoreProps): ReactElement {
  return (
    <Button
      aria-expanded={isWhole}
      className="-ms-2"
      size="small"
      variant="ghost"
      onPress={() => onChange(!isWhole)}
    >
      {isWhole ? 'show less' : 'show more'}
    </Button>
  );
}
