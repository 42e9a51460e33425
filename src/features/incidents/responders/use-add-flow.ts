import { responderTypes, type ResponderType } from '#sync/protocol/ticketing.ts';
import { incidentPath } from '../commands.ts';
import { useFormDraft, type FormValues } from '#src/views/form/form-draft.ts';
import type { FormKeep } from '#src/views/form/use-form-keep.ts';
import type { DraftField } from '#src/views/form/use-draft.ts';
import type { Typed } from './ticket-form.ts';

const STEPS = ['select', 'type', 'details'] as const;
export type AddStep = (typeof STEPS)[number];
export type ResponderKind = 'team' | 'person';

/** Where the flow stands and everything chosen so far: Back loses nothing, and closing keeps it until it is sent. */
export interface AddFlowState {
  readonly step: AddStep;
  readonly kind: ResponderKind;
  readonly teamId: string | null;
  readonly personId: string | null;
  readonly type: ResponderType | null;
  readonly typed: Typed;
}

/** Marks the fields of the ticket among the choices. */
const FIELD = 'field.';

function stateOf(values: FormValues): AddFlowState {
  const fields = Object.entries(values).filter(([name]) => name.startsWith(FIELD));
  return {
    step: STEPS.find((step) => step === values['step']) ?? 'select',
    kind: values['kind'] === 'person' ? 'person' : 'team',
    teamId: values['team'] ?? null,
    personId: values['person'] ?? null,
    type: responderTypes.find((type) => type === values['type']) ?? null,
    typed: Object.fromEntries(fields.map(([name, value]) => [name.slice(FIELD.length), value])),
  };
}

export interface AddFlow extends AddFlowState {
  readonly chooseKind: (kind: ResponderKind) => void;
  readonly choosePerson: (personId: string | null) => void;
  readonly chooseTeam: (teamId: string | null) => void;
  readonly chooseType: (type: ResponderType) => void;
  /** What is typed in the form of the ticket, all of it. */
  readonly fill: (typed: Typed) => void;
  readonly next: () => void;
  readonly back: () => void;
  readonly reset: () => void;
  /** What is kept of it on the device: what a person chose and typed, and nothing of a team (D22). */
  readonly draft: DraftField;
}

export function useAddFlow(incidentId: string): AddFlow {
  const { values, set, clear, draft } = useFormDraft(`${incidentPath(incidentId)}#ticket:new`);
  const state = stateOf(values);
  // Another team, or another type, asks for other things.
  const nothingTyped = Object.fromEntries(Object.keys(state.typed).map((name) => [`${FIELD}${name}`, null]));
  return {
    ...state,
    draft,
    chooseKind: (kind) => set({ kind }),
    choosePerson: (person) => set({ person }),
    chooseTeam: (team) => set(team === state.teamId ? {} : { team, type: null, ...nothingTyped }),
    chooseType: (type) => set({ step: 'details', ...(type === state.type ? {} : { type, ...nothingTyped }) }),
    fill: (typed) =>
      set({
        ...nothingTyped,
        ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [`${FIELD}${name}`, value])),
      }),
    next: () => set({ step: 'type' }),
    back: () => set({ step: state.step === 'details' ? 'type' : 'select' }),
    reset: clear,
  };
}

/** The form of the ticket is kept with the steps before it, which say what of it is. */
export function useFlowKeep(flow: AddFlow, onTyped: (names: readonly string[]) => void): FormKeep {
  const { typed, draft } = flow;
  return {
    typed,
    // Its steps wait until what was kept is read.
    arrival: draft.restored?.text ?? '',
    isUnkept: draft.isUnsaved,
    drafts: [],
    store(next) {
      const texts = Object.entries(next).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      );
      onTyped(texts.map(([name]) => name));
      flow.fill(Object.fromEntries(texts));
    },
    clear() {
      flow.reset();
      return {};
    },
    takeReturned: () => typed,
  };
}
