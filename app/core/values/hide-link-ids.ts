/**
 * Replaces the ids of assistants' carts and checkouts, for logs. Whoever has the link with one sees what the buyer has told the
 * assistant.
 */
export function hideLinkIds(text: string): string {
  return text.replaceAll(/(chk|cart)_[\da-f-]{36}/gi, '$1_…');
}
