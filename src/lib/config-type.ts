/** A config type as a link carries it: `AWS__EC2__Instance` for `AWS::EC2::Instance` (spec 5). */
export function configTypeToUrl(type: string): string {
  return type.replaceAll('::', '__');
}

/** The type itself. A type that really holds `__` cannot be expressed in a link. */
export function configTypeFromUrl(text: string): string {
  return text.replaceAll('__', '::');
}
