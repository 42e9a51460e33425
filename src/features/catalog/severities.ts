/** Spec 9: the severity filter's values, as they stand in the address. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'Info'] as const;
