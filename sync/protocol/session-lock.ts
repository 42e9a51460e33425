/**
 * Name of the device-wide lock over whose session it is. What changes the session holds it alone, from before the
 * request until the new identity is written; whatever writes to the server shares it while its request is on its way.
 */
export const SESSION_LOCK = 'session';
