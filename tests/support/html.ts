const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

/** Decodes addresses and texts the way a browser does. */
export function decode(html: string): string {
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] ?? '');
}

export function textOf(html: string): string {
  return decode(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the card of a part in a list: its text, its HTML, and the texts of its buttons. */
export function findCard(html: string, name: string) {
  const cards = html.match(/<li class="card part-card".*?<\/li>/gs) ?? [];
  const card = cards.find((each) => textOf(each.match(/<h[23].*?<\/h[23]>/s)?.[0] ?? '') === name);
  if (card === undefined) throw new Error(`There is no card of ${name}`);
  return {
    html: decode(card),
    text: textOf(card),
    buttons: [...card.matchAll(/<button.*?<\/button>/gs)].map(([button]) => textOf(button)),
  };
}
