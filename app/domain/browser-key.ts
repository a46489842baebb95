/** The form of a browser's random id, and of the key that stands for it in its first checkouts. */
export const BROWSER_KEY = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
