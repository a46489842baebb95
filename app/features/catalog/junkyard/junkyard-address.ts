const fields = ['q', 'make', 'category', 'condition', 'sort', 'spelling'] as const;

/** '' matches all parts, in the order by match. With 'typed' as spelling, the text is not corrected. */
export type JunkyardSearch = Record<(typeof fields)[number], string>;

export const emptySearch: JunkyardSearch = {
  q: '',
  make: '',
  category: '',
  condition: '',
  sort: '',
  spelling: '',
};

/** The orders besides the one by match, with their labels. */
export const junkyardSorts = {
  name: 'Name',
  price_asc: 'Price Low to High',
  price_desc: 'Price High to Low',
} as const;

export const MAX_QUERY_LENGTH = 200;

export function readSearch(fieldValues: URLSearchParams | FormData): JunkyardSearch {
  // PostgreSQL refuses NUL. The replacement matches no part.
  const text = (field: string) => String(fieldValues.get(field) ?? '').replaceAll('\0', '\uFFFD');
  return {
    q: text('q').trim(),
    make: text('make'),
    category: text('category'),
    condition: text('condition'),
    sort: text('sort'),
    spelling: text('spelling') && 'typed',
  };
}

export function fillForm(form: HTMLFormElement, search: JunkyardSearch): void {
  for (const field of fields) {
    const control = form.elements.namedItem(field);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value = search[field];
    }
  }
}

/** `after` is the cursor of a later page. */
export function junkyardAddress(search: JunkyardSearch, after?: string): string {
  const filled = fields.filter((field) => search[field] !== '').map((field) => [field, search[field]]);
  const query = new URLSearchParams([
    ...filled,
    ...(after === undefined ? [] : [['after', after]]),
  ]).toString();
  return query ? `/junkyard?${query}` : '/junkyard';
}

export function junkyardTitle({ q, make, category, condition }: JunkyardSearch): string {
  const filled = [q && `"${q}"`, make, category, condition].filter(Boolean).join(', ');
  return `${filled && `${filled} | `}Junkyard`;
}
