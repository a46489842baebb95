import { data, type RouterContextProvider } from 'react-router';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { requestContext } from './request.server.ts';

/** Constraint name -> message for a person whose change violates it. Commands export those of their tables. */
export type Refusals = Readonly<Record<string, string>>;

/** Runs the change of a screen's action. The message about an unexpected error contains the request's id. */
export async function answerAction<Result extends ActionResult>(
  context: Readonly<RouterContextProvider>,
  failure: string,
  work: () => Promise<Result>,
  refusals: Refusals = {},
) {
  try {
    const result = await work();
    return data(result, { status: result.done ? 200 : result.conflicts ? 409 : 400 });
  } catch (error) {
    if (error instanceof Refused) {
      const refusal: ActionResult = { done: false, message: `${failure}: ${error.message}` };
      if (error.field !== undefined) refusal.field = error.field;
      return data(refusal, { status: 400 });
    }
    const { status, reason } = describeError(context, error, refusals);
    return data({ done: false, message: `${failure}: ${reason}` } satisfies ActionResult, { status });
  }
}

/** Answers scripts that send no form, such as an upload, as answerAction does: with JSON. */
export async function answerAsJson(...action: Parameters<typeof answerAction>): Promise<Response> {
  const { data: result, init } = await answerAction(...action);
  return Response.json(result, { status: init?.status ?? 200 });
}

function describeError(context: Readonly<RouterContextProvider>, error: unknown, refusals: Refusals) {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  const { id, logError } = context.get(requestContext);
  const refusal = refusals[constraint];
  if (refusal !== undefined) return { status: code === '42501' ? 403 : 409, reason: refusal };
  // This is a lock timeout or deadlock: nothing was changed.
  if (code === '40P01' || code === '55P03')
    return { status: 409, reason: 'someone else is changing this too; please try again' };
  logError(error);
  // Either the role was removed just now, or a grant or policy is missing.
  if (code === '42501') return { status: 403, reason: 'only admins may do this' };
  return { status: 500, reason: `something went wrong. Reference ${id}` };
}

/** Reads the form of a screen's action. Refuses other methods with 405, and reads a broken body as an empty form. */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== 'POST') throw data(null, { status: 405 });
  return request.formData().catch(() => new FormData());
}

/** Reads the texts of a form by name, the last of each. */
export function readTexts(form: FormData): Partial<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') texts[name] = value;
  return texts;
}

/** Reads a form without files. */
export async function readFields(request: Request): Promise<Partial<Record<string, string>>> {
  return readTexts(await readForm(request));
}

/** Answers a form that no screen of the shop sends. */
export function refuseForm(failure: string) {
  return data({ done: false, message: `${failure}: the form could not be read` } satisfies ActionResult, {
    status: 400,
  });
}
