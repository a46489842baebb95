const fields = ['q', 'make', 'category', 'condition'] as const;

/** What the junkyard page is asked for: words and three filters, as they stand in the address. '' lets all pass. */
export type JunkyardSearch = Record<(typeof fields)[number], string>;

export const everything: JunkyardSearch = { q: '', make: '', category: '', condition: '' };

/** The most letters of a search. */
export const MOST_LETTERS = 200;

/** Reads an address or the fields of the form. */
export function readSearch(given: URLSearchParams | FormData): JunkyardSearch {
  // A NUL character can't be in any text of the database; in its place stands a character that is in none.
  const text = (field: string) => String(given.get(field) ?? '').replaceAll('\0', '\uFFFD');
  return {
    q: text('q').trim(),
    make: text('make'),
    category: text('category'),
    condition: text('condition'),
  };
}

/** Writes a search into the fields of the form. */
export function fillForm(form: HTMLFormElement, search: JunkyardSearch): void {
  for (const field of fields) {
    const control = form.elements.namedItem(field);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value = search[field];
    }
  }
}

/** The page that shows a search; what lets all pass is left out. `after` is where an earlier page ended. */
export function junkyardAddress(search: JunkyardSearch, after?: string): string {
  const said = fields.filter((field) => search[field] !== '').map((field) => [field, search[field]]);
  const query = new URLSearchParams([...said, ...(after === undefined ? [] : [['after', after]])]).toString();
  return query ? `/junkyard?${query}` : '/junkyard';
}

/** 'Honda, Brakes, Good | Junkyard': what the page is narrowed to. */
export function junkyardTitle({ q, make, category, condition }: JunkyardSearch): string {
  const said = [q && `"${q}"`, make, category, condition].filter(Boolean).join(', ');
  return `${said && `${said} | `}Junkyard`;
}
