import { useMemo, useState, type ReactElement } from 'react';
import type { Completeness } from '#sync/protocol/claim.ts';
import type { IndexQuery } from '#sync/protocol/index-query.ts';
import { indexOnly, type IndexOnly, type PickOnly } from '#sync/protocol/resource-selector.ts';
import { rankedSearch } from '#src/platform/ranked-search.ts';
import { useLive } from '#src/platform/replica/live.ts';
import { useReadModel } from '#src/platform/replica/read-model-context.tsx';
import { useIndexQuery, useIndexRows } from '#src/platform/replica/use-index.ts';
import { Combobox } from '#src/ui/forms/combobox.tsx';
import type { FieldTexts } from '#src/ui/forms/field-parts.tsx';
import type { Option } from '#src/ui/forms/option-list.tsx';
import { useSettled } from '#src/ui/forms/use-settled.ts';
import { maybeText } from '../row-text.ts';
import { findText } from './pick-one.tsx';

/** Lines of an answer; whoever wants others types more of the name. */
const LIMIT = 50;
/** Pause in typing after which is searched (spec, section 9). */
const SEARCH_DELAY_MS = 300;

export interface FoundPickProps extends FieldTexts {
  value: string;
  onChange: (id: string) => void;
}

/** Which rows are wanted; undefined for all. */
type Only = PickOnly | undefined;

/** Checks or components by words of their name. */
export function SubjectPick({
  from,
  only,
  ...field
}: FoundPickProps & { from: 'checks' | 'components'; only: Only }): ReactElement {
  const model = useReadModel();
  const [text, setText] = useState('');
  const asked = useSettled(text, SEARCH_DELAY_MS);
  const found = useLive(() => model.findSubjects(from, asked, LIMIT, only), [model, from, asked, only]);
  const chosen = useLive(
    async () => (field.value === '' ? null : (await model.inspectRow(from, field.value)).visible),
    [model, from, field.value],
  );
  const options = (found.value?.data.lines ?? []).map(({ id, name, type, place }) => ({
    id,
    label: name,
    description: joined([type, place]),
  }));
  const name = chosen.value === null || chosen.value === undefined ? null : maybeText(chosen.value, 'name');
  return (
    <FoundPick
      {...field}
      failure={found.status === 'failed' ? found.error.message : undefined}
      name={chosen.status === 'loading' ? undefined : name}
      options={options}
      state={found.value?.state}
      text={text}
      onText={setText}
    />
  );
}

/** Items of the index of this device, by how well they fit. */
export function IndexPick({ only, ...field }: FoundPickProps & { only: Only }): ReactElement {
  const [text, setText] = useState('');
  const asked = useSettled(text, SEARCH_DELAY_MS);
  const { name: wholeName, filters } = useMemo(
    () => (only === undefined ? EVERY_ITEM : indexOnly(only)),
    [only],
  );
  const query = useMemo<IndexQuery>(
    () => ({
      filters: [...filters],
      ...rankedSearch(wholeName === null ? asked : `${wholeName} ${asked}`),
      offset: 0,
      limit: LIMIT,
      facets: [],
      groups: null,
    }),
    [asked, filters, wholeName],
  );
  const answer = useIndexQuery('config_items', query);
  const rows = useIndexRows('config_items', answer.value?.ids ?? NONE);
  const wanted = useMemo(() => (field.value === '' ? NONE : [field.value]), [field.value]);
  const chosen = useIndexRows('config_items', wanted);
  const row = chosen.value?.[0];
  const options = (rows.value ?? []).flatMap((each) => {
    const id = each === null ? null : maybeText(each, 'id');
    const isOther = wholeName !== null && each !== null && maybeText(each, 'name') !== wholeName;
    return each === null || id === null || isOther
      ? []
      : [{ id, label: maybeText(each, 'name') ?? id, description: joined([maybeText(each, 'type')]) }];
  });
  return (
    <FoundPick
      {...field}
      failure={(answer.error ?? rows.error)?.message}
      name={row === undefined || row === null ? row : maybeText(row, 'name')}
      options={options}
      state={answer.value?.state}
      text={text}
      onText={setText}
    />
  );
}

const NONE: readonly string[] = [];
const EVERY_ITEM: IndexOnly = { name: null, filters: [], ignored: [] };

interface FaceProps extends FoundPickProps {
  /** What is typed to find another one. */
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /** Of what is chosen; null where this device does not know it, undefined while that is read. */
  name: string | null | undefined;
  state: Completeness | undefined;
  failure: string | undefined;
}

function FoundPick({ text, onText, options, name, state, failure, ...field }: FaceProps): ReactElement {
  const { value, onChange, help, ...texts } = field;
  const [isTyping, setTyping] = useState(false);
  const known = value === '' ? '' : (name ?? (name === null ? value : '…'));
  return (
    <Combobox
      {...texts}
      empty={emptyText(state)}
      help={
        failure === undefined
          ? name === null && value !== ''
            ? 'It is not on this device'
            : help
          : `It could not be searched on this device: ${failure}`
      }
      inputValue={isTyping ? text : known}
      note="Of those on this device"
      options={options}
      placeholder={findText(texts.label)}
      value={value === '' ? null : value}
      onChange={(id) => {
        setTyping(false);
        if (id !== null && id !== value) onChange(id);
      }}
      onInputChange={(next) => {
        if (next === known && !isTyping) return;
        setTyping(true);
        onText(next);
        if (next === '' && value !== '') onChange('');
      }}
      onLeave={() => setTyping(false)}
    />
  );
}

/** Only a whole copy may say that nothing matches. */
function emptyText(state: Completeness | undefined): string {
  if (state === undefined) return 'Reading';
  return state === 'complete' ? 'Nothing matches' : 'Nothing that is on this device matches';
}

function joined(parts: readonly (string | null)[]): string | undefined {
  const text = parts.filter((part) => part !== null && part !== '').join(' · ');
  return text === '' ? undefined : text;
}
