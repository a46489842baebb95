import type { ActionResult } from '#core/values/action-result.ts';

type Encoded = string | number | boolean | null | number[] | Record<string, number>;

/** Stand for values that JSON does not have. */
const special: Record<number, unknown> = { [-5]: undefined, [-7]: null };

/** Where a form is sent: the action of a screen has intents, and answers scripts below `.data`. */
export const formAddress = (path: string, fields: object) => ('intent' in fields ? `${path}.data` : path);

/**
 * Reads what an action answered: JSON of a resource, or that of a screen from the stream in which React Router sends it to browsers: a list of all values,
 * in which objects and arrays refer to others by their place. https://github.com/jacob-ebey/turbo-stream
 */
export async function readOutcome<Result = ActionResult>(response: Response): Promise<Result> {
  const text = await response.text();
  if (response.headers.get('Content-Type')?.startsWith('application/json')) return JSON.parse(text) as Result;
  const [line = ''] = text.split('\n');
  const values = JSON.parse(line) as Encoded[];
  const at = (place: number): unknown => (place < 0 ? special[place] : decode(values[place]));
  function decode(value: Encoded | undefined): unknown {
    if (Array.isArray(value)) return value.map(at);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, place]) => [values[Number(key.slice(1))], at(place)]),
    );
  }
  const answer = at(0) as { data?: Result };
  if (answer.data === undefined) throw new Error(`No outcome: ${line}`);
  return answer.data;
}
