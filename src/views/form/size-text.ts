/** "512Mi" as its number and its unit; without a known unit the first of them. */
export function partsOfSize(
  text: string,
  units: readonly string[],
): { readonly number: string; readonly unit: string } {
  const trimmed = text.trim();
  // "m" ends "Mm", too: the longest that fits is meant.
  const unit = units.filter((each) => trimmed.endsWith(each)).sort((a, b) => b.length - a.length)[0];
  return unit === undefined
    ? { number: trimmed, unit: units[0] ?? '' }
    : { number: trimmed.slice(0, trimmed.length - unit.length), unit };
}

/** Empty where there is no number: a unit alone is no size. */
export function sizeText(number: string, unit: string): string {
  return number.trim() === '' ? '' : `${number.trim()}${unit}`;
}
