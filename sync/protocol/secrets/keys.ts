/*
 * What is a secret by the key it stands under, or by the kind of thing it belongs to (D22).
 */

/** Types of configs whose body is a secret, whatever stands in it: `Kubernetes::Secret`, `AWS::SSM::Parameter`, … */
const secretTypes =
  /secret|credential|password|::env|^env(?:$|[:\s])|environment|ssm::parameter|kubeconfig/iu;

/** Keys whose values are secrets unless they only name one. */
const secretKeys =
  /pass(?:word|wd|phrase)|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|bearer|certificate$|kubeconfig/iu;

/** Endings of keys that speak about a secret and do not hold it: `secretName`, `tokenPath`. */
const aboutSecret = /(?:name|ref|namespace|type|path|seconds|policy|audience|url|endpoint)$/iu;

/** True for a key whose value is a secret, by its words. */
export function isSecretKey(key: unknown): boolean {
  return typeof key === 'string' && secretKeys.test(key) && !aboutSecret.test(key);
}

/** Texts that point to a secret and hold none. */
export const secretReference = /^(?:$|\*+$|secret:\/\/|configmap:\/\/|connection:\/\/|\$[({]?[\w.]+[)}]?$)/u;

/** True for a value under a secret key that is the secret itself: text, or `{value: text}` (EnvVar). */
function isSecretText(value: unknown): boolean {
  if (typeof value === 'string') return !secretReference.test(value);
  if (typeof value !== 'object' || value === null) return false;
  const inner: unknown = Reflect.get(value, 'value');
  return typeof inner === 'string' && !secretReference.test(inner);
}

/** Deepest look into a body; what lies deeper counts as secret, because nobody looked. */
export const MAX_DEPTH = 64;

/** Keys of an object whose values are secrets themselves: literals under a key that names one. */
export function secretKeysOf(value: object): readonly string[] {
  // An entry of a container's environment, `{name: 'DB_PASSWORD', value: '…'}`, or a property of an item, with a `text`.
  const isNamed = ['name', 'label'].some((key) => isSecretKey(Reflect.get(value, key)));
  return Object.entries(value).flatMap(([key, inner]) => {
    const isOfName = isNamed && (key === 'value' || key === 'text');
    return (isOfName || isSecretKey(key)) && isSecretText(inner) ? [key] : [];
  });
}

function holdsSecret(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((each) => holdsSecret(each, depth + 1));
  return (
    secretKeysOf(value).length > 0 || Object.values(value).some((inner) => holdsSecret(inner, depth + 1))
  );
}

/** True for a body that is a secret whatever stands in it: a config of such a type, a Kubernetes object of such a kind. */
export function isOfSecretType(type: string | null, body: unknown): boolean {
  if (type !== null && secretTypes.test(type)) return true;
  const kind: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'kind') : undefined;
  return typeof kind === 'string' && secretTypes.test(kind);
}

/**
 * True for a body that must never be stored as it is (D22): one of a secret type, or with a literal under a key that names
 * a secret. Errs towards true.
 */
export function bearsSecret(type: string | null, body: unknown): boolean {
  return isOfSecretType(type, body) || holdsSecret(body, 0);
}
