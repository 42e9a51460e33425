import type { OutputUnit } from '@cfworker/json-schema';

/** Rules that only say that a rule below them was broken. */
const CARRIERS = new Set([
  '$ref',
  '$recursiveRef',
  '$dynamicRef',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependencies',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
/** Where none of several forms fits, nobody can say which was meant: what each of them lacks is noise. */
const CHOICES = new Set(['anyOf', 'oneOf']);

/** Of everything a validator says about a value, what somebody has to mend. */
export function causesOf(units: readonly OutputUnit[]): OutputUnit[] {
  const choices = units.filter(({ keyword }) => CHOICES.has(keyword));
  const isInChoice = (unit: OutputUnit): boolean =>
    choices.some(
      (choice) =>
        unit !== choice &&
        (unit.keywordLocation.startsWith(`${choice.keywordLocation}/`) ||
          // A schema of false says only where the value is.
          (unit.keyword === 'false' && isBelow(unit.instanceLocation, choice.instanceLocation))),
    );
  const causes = units.filter((unit) => !CARRIERS.has(unit.keyword) && !isInChoice(unit));
  const seen = new Set<string>();
  return causes.filter((unit) => {
    const line = `${unit.instanceLocation} ${wordsOf(unit)}`;
    const isNew = !seen.has(line);
    seen.add(line);
    return isNew;
  });
}

function isBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

/** A finding in words; the validator's own where they need no more than our terms. */
export function wordsOf({ keyword, instanceLocation, error }: OutputUnit): string {
  const name = pathOf(instanceLocation).at(-1) ?? '';
  switch (keyword) {
    case 'false':
      return name === '' ? 'Nothing is allowed here.' : `“${name}” is not a known field.`;
    case 'anyOf':
    case 'oneOf':
      return 'The value has none of the allowed forms.';
    default:
      return error
        .replace(/^Instance type/u, 'Type')
        .replace(/^Instance/u, 'The value')
        .replace('property', 'field')
        .replace('properties', 'fields');
  }
}

/** The steps of a JSON pointer in a fragment, as validators write it: `#/a~1b/0` is `a/b`, `0`. */
export function pathOf(pointer: string): string[] {
  const [, ...steps] = pointer.split('/');
  return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}
