import * as v from 'valibot';
import { readRunParams, type RunParam, type RunSubject } from '#sync/protocol/run-params.ts';
import { readPickOnly, type PickOnly } from '#sync/protocol/resource-selector.ts';
import type { RuntimeParam } from '#src/views/form/runtime-form.ts';
import { schemaFileOf } from '#src/views/form/schema-file.ts';

/** A kind of thing that a playbook is for, and the types of it that its selectors name; undefined for all. */
export interface RunTarget {
  readonly kind: RunSubject['kind'];
  readonly types: readonly string[] | undefined;
  readonly only: PickOnly | undefined;
}

/** What running needs of a playbook. */
export interface PlaybookDefinition {
  readonly name: string;
  readonly description: string | null;
  readonly params: readonly RunParam[];
  /** Empty for one that runs on nothing. */
  readonly targets: readonly RunTarget[];
}

const text = v.fallback(v.nullish(v.string(), null), null);
const selectorsSchema = v.fallback(
  v.nullish(v.array(v.looseObject({ types: v.fallback(v.nullish(v.array(v.string()), null), null) })), null),
  null,
);
const bodySchema = v.object({
  name: v.string(),
  title: text,
  description: text,
  spec: v.object({
    checks: selectorsSchema,
    components: selectorsSchema,
    configs: selectorsSchema,
    parameters: v.optional(v.unknown()),
  }),
});

const TARGETS = [
  ['config', 'configs'],
  ['component', 'components'],
  ['check', 'checks'],
] as const;

/** Undefined for what is no playbook. */
export function readDefinition(body: unknown): PlaybookDefinition | undefined {
  const read = v.safeParse(bodySchema, body);
  if (!read.success) return undefined;
  const { name, title, description, spec } = read.output;
  const params = readRunParams(spec.parameters);
  if (params === undefined) return undefined;
  return {
    name: title ?? name,
    description,
    params,
    targets: TARGETS.flatMap(([kind, key]): RunTarget[] => {
      const selectors = spec[key] ?? [];
      if (selectors.length === 0) return [];
      const types = selectors.map((selector) => selector.types ?? []);
      // All of them have to match: one that names no types narrows nothing.
      const named = types.filter((each) => each.length > 0);
      const [first] = named;
      const common = first?.filter((type) => named.every((each) => each.includes(type)));
      return [{ kind, types: common, only: readPickOnly(selectors, false) }];
    }),
  };
}

/** "$(.config.name)", "{{ .check.name }}": what only the server can say. */
const TEMPLATE = /\$\(|\{\{/u;

const NUMBER = /^-?\d+(?:\.\d+)?$/u;
const numberOf = (value: string | number | boolean | null | undefined): number | undefined =>
  NUMBER.test(String(value)) ? Number(value) : undefined;

/** Units of spec 3: "Memory input units Mi, Gi, Ti (default Mi); CPU input in millicores with suffix m". */
const UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  ['bytes', ['Mi', 'Gi', 'Ti']],
  ['millicores', ['m']],
]);

/** A parameter as the form asks for it. `origin`: of this page, whose server alone is asked for schemas. */
export function runtimeParam(asked: RunParam, origin: string): RuntimeParam {
  const { name, label, description, type, required, ...param } = asked;
  const { properties } = param;
  const initial = param.default === null || param.default === undefined ? '' : String(param.default);
  const isTemplate = TEMPLATE.test(initial);
  const { filter, format } = properties ?? {};
  const note = isTemplate ? `Left empty, the server fills it in: ${initial}` : '';
  return {
    name,
    label: label ?? name,
    type: type ?? 'text',
    help: [description, note].filter(Boolean).join(' '),
    // The server has a value for it.
    isRequired: required === true && !isTemplate,
    initial: isTemplate ? undefined : initial,
    options: (properties?.options ?? []).map(({ label: words, value }) => ({ id: value, label: words })),
    pattern: properties?.regex ?? undefined,
    // Spec 3: "lowercase alphanumerics and '-', dot-separated labels".
    isDnsName: format === 'dns1123',
    language: properties?.language ?? undefined,
    schemaFile: schemaFileOf(properties?.jsonSchemaUrl ?? '', origin),
    isSmall: properties?.size === 'small',
    isLong: String(properties?.multiline ?? false) === 'true',
    units: UNITS.get(format ?? ''),
    only: readPickOnly(filter, true),
    minLength: numberOf(properties?.minLength),
    maxLength: numberOf(properties?.maxLength),
    min: numberOf(properties?.min),
    max: numberOf(properties?.max),
  };
}
