import type { ActionResult } from '#core/values/action-result.ts';

type Encoded = string | number | boolean | null | number[] | Record<string, number>;

/** JSON has no such values, so the stream uses these numbers. */
const nonJsonValues: Record<number, unknown> = { [-5]: null, [-7]: undefined };

/** Returns where a form is sent: the action of a screen has intents, and answers scripts below `.data`. */
export const formAddress = (path: string, fields: object) => ('intent' in fields ? `${path}.data` : path);

/** Reads the answer of an action: JSON of a resource, or the data of a screen. */
export async function readOutcome<Result = ActionResult>(response: Response): Promise<Result> {
  return readOutcomeText(await response.text());
}

export function readOutcomeText<Result = ActionResult>(text: string): Result {
  // The stream is a list of values.
  if (!text.startsWith('[')) return JSON.parse(text) as Result;
  const answer = decode(text) as { data?: Result };
  if (answer.data === undefined) throw new Error(`No outcome: ${text}`);
  return answer.data;
}

/** Returns where scripts load the data of a screen. `route` is its id, the path of its file. */
export function loaderAddress(path: string, route: string): string {
  const { pathname, searchParams } = new URL(path, 'http://shop.test');
  searchParams.set('_routes', route);
  return `${pathname}.data?${searchParams}`;
}

/** Reads the data of a screen that was requested at its `loaderAddress`. */
export async function readLoaderData<Data>(response: Response, route: string): Promise<Data> {
  const answer = decode(await response.text()) as Record<string, { data?: Data }>;
  const data = answer[route]?.data;
  if (data === undefined) throw new Error(`No data of ${route}`);
  return data;
}

/**
 * Decodes the stream in which React Router sends data to browsers: a list of all values, in which objects and arrays refer to
 * others by their place. https://github.com/jacob-ebey/turbo-stream
 */
function decode(text: string): unknown {
  const [line = ''] = text.split('\n');
  const values = JSON.parse(line) as Encoded[];
  const at = (place: number): unknown => (place < 0 ? nonJsonValues[place] : read(values[place]));
  function read(value: Encoded | undefined): unknown {
    if (Array.isArray(value)) return value.map(at);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, place]) => [values[Number(key.slice(1))], at(place)]),
    );
  }
  return at(0);
}
