/** Reads and writes one parameter of an address. */
interface Parameter<Value> {
  /** The value of a missing or wrong parameter. Addresses leave it out. */
  readonly fallback: Value;
  /** Returns undefined for a text that is no value. */
  read(text: string): Value | undefined;
  write(value: Value): string;
}

/** The place of a page in its list: it begins after this row, or ends before it. */
export interface PagePlace {
  after?: string | undefined;
  before?: string | undefined;
}

export type QueryOf<List> = List extends ListAddress<infer Values> ? Values & PagePlace : never;

interface ListAddress<Values> {
  readonly path: string;
  read(parameters: URLSearchParams): Values & PagePlace;
  /** Writes an address. Missing values have their fallback. `ofRow` is the path of a page that leads back to the list. */
  write(query: Partial<Values> & PagePlace, ofRow?: string): string;
  /** Returns the same list from its beginning. */
  first(query: Values & PagePlace): Values;
  /** Lists the links that choose one of the values of a parameter. `titles` names each value. */
  links<Name extends keyof Values, Value extends Values[Name] & string>(
    query: Values & PagePlace,
    name: Name,
    titles: Readonly<Record<Value, string>>,
  ): ListLink<Value>[];
}

interface ListLink<Value> {
  value: Value;
  name: string;
  address: string;
  isShown: boolean;
}

/** A place can have a name of the catalog. */
const MAX_CURSOR_LENGTH = 6_000;

/** Describes the address of a list: its filters, its order, and the place of the page. */
export function listAddress<Values extends object>(
  path: string,
  parameters: { [Name in keyof Values]: Parameter<Values[Name]> },
): ListAddress<Values> {
  const described = Object.entries<Parameter<unknown>>(parameters);
  const list: ListAddress<Values> = {
    path,
    read(search) {
      const values: Record<string, unknown> = {};
      for (const [name, { read, fallback }] of described) {
        const text = search.get(name);
        values[name] = (text === null ? undefined : read(text)) ?? fallback;
      }
      for (const place of ['after', 'before']) {
        const text = search.get(place);
        values[place] = text && text.length <= MAX_CURSOR_LENGTH ? text : undefined;
      }
      return values as Values & PagePlace;
    },
    write({ after, before, ...values }, ofRow = path) {
      const search = new URLSearchParams();
      for (const [name, { write, fallback }] of described) {
        const value = (values as Record<string, unknown>)[name] ?? fallback;
        if (value !== fallback) search.set(name, write(value));
      }
      if (after) search.set('after', after);
      if (before) search.set('before', before);
      return search.size > 0 ? `${ofRow}?${search}` : ofRow;
    },
    first: ({ after: _, before: __, ...values }) => values as Values,
    links: (query, name, titles) =>
      Object.entries<string>(titles).map(([text, title]) => {
        const value = text as keyof typeof titles;
        return {
          value,
          name: title,
          address: list.write({ ...list.first(query), [name]: value }),
          isShown: query[name] === value,
        };
      }),
  };
  return list;
}

export const MAX_SEARCH_LENGTH = 200;

/** Reads the search text of a list. */
export function searchText(maxLength = MAX_SEARCH_LENGTH): Parameter<string> {
  return {
    fallback: '',
    // PostgreSQL refuses NUL.
    read: (text) => text.replaceAll('\0', '').trim().slice(0, maxLength),
    write: (text) => text,
  };
}

/** Reads one of the names of `choices`. Addresses leave out the first one. */
export function choice<Name extends string>(choices: Readonly<Record<Name, unknown>>): Parameter<Name> {
  const [fallback] = Object.keys(choices) as Name[];
  if (fallback === undefined) throw new Error('There is nothing to choose.');
  return {
    fallback,
    read: (text) => (Object.hasOwn(choices, text) ? (text as Name) : undefined),
    write: (name) => name,
  };
}

/** Reads one of the names of `choices`, or none. */
export function optional<Name extends string>(
  choices: Readonly<Record<Name, unknown>>,
): Parameter<Name | undefined> {
  return {
    fallback: undefined,
    read: (text) => (Object.hasOwn(choices, text) ? (text as Name) : undefined),
    write: (name) => name ?? '',
  };
}

/** Reads a day. Example: '2026-12-24'. */
export function day(): Parameter<string | undefined> {
  return { fallback: undefined, read: readDay, write: (text) => text ?? '' };
}

function readDay(text: string): string | undefined {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
