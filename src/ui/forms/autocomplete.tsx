import { useRef, type ReactElement, type ReactNode } from 'react';
// Its parts: React Aria Components has them in one module with contexts that the first bundle needs.
import { useAutocomplete } from 'react-aria/useAutocomplete';
import { FieldInputContext, SelectableCollectionContext } from 'react-aria-components/Autocomplete';
import { useAutocompleteState } from 'react-stately/private/autocomplete/useAutocompleteState';

interface AutocompleteProps {
  inputValue: string;
  onInputChange: (value: string) => void;
  /** A text field and a menu or list box: the focus stays in the first and the keys reach the second. */
  children: ReactNode;
}

/** A field whose keys move in the list below it. What is listed is the caller's. */
export function Autocomplete({ inputValue, onInputChange, children }: AutocompleteProps): ReactElement {
  const state = useAutocompleteState({ inputValue, onInputChange });
  const inputRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLElement>(null);
  const { inputProps, collectionProps, collectionRef } = useAutocomplete(
    { inputRef, collectionRef: listRef },
    state,
  );
  return (
    <FieldInputContext value={{ ...inputProps, ref: inputRef }}>
      <SelectableCollectionContext value={{ ...collectionProps, ref: collectionRef }}>
        {children}
      </SelectableCollectionContext>
    </FieldInputContext>
  );
}
