import { useEffect, useRef, useState } from 'react';
import {
  type ClientActionFunctionArgs,
  data,
  isRouteErrorResponse,
  redirect,
  useFetcher,
  useRevalidator,
} from 'react-router';
import { showToast } from '../show-toast.ts';
import { focusFirstError } from './focus-first-error.ts';
import { followRemoval, rememberPlace } from './place-in-list.ts';

/** Answer of a screen's action. */
export interface Outcome {
  done: boolean;
  /** Is shown in a toast (Spec §8). */
  message?: string;
  note?: string;
  /** Name of the field that the message is about. */
  field?: string;
  errors?: Readonly<Record<string, string>>;
  /** Path to open when it is done, because the open page or row is gone then. */
  leadsTo?: string;
  /** Reason why no answer came. */
  lost?: string;
}

export type Fields = Readonly<Record<string, string | File>>;

interface ActionOptions<Result> {
  /** Address of the route with the action, if it is not the screen's own. */
  address?: string | undefined;
  /** Begins the message when no answer comes: 'Error saving part'. */
  failure: string;
  /** The form shows a refusal itself, so that no toast has to. */
  hasAlert?: boolean;
  /** The screen itself shows that it is done, so that no toast has to. */
  showsDone?: boolean;
  /** A refused form loads the screen's data again, as a refused button does. The form must stay on the screen then. */
  showsLatest?: boolean;
  /** False if the form changes nothing, or the screen shows the change by itself: its data is not loaded again. */
  reloads?: boolean;
  onDone?: ((result: Result) => void) | undefined;
  /** Is called after each answer, before onDone. */
  onSettled?: ((result: Result) => void) | undefined;
}

/**
 * Sends forms and buttons to the action of a screen, loads the screen's data again, and tells the outcome: by a toast, by
 * errors at fields, the first of which gets the focus, or by `problem`. What was typed stays. The route exports
 * `reportFailure` as its clientAction.
 */
export function useAction<Result extends Outcome = Outcome>(options: ActionOptions<Result>) {
  const { address, failure, hasAlert = false, showsDone = false } = options;
  const { showsLatest = false, reloads = true } = options;
  const fetcher = useFetcher<unknown>();
  const { revalidate } = useRevalidator();
  const busy = fetcher.state !== 'idle';
  const result = fetcher.data as Result | undefined;
  const message = result?.lost === undefined ? result?.message : `${failure}: ${result.lost}`;
  const told = useRef<unknown>(undefined);
  const tellOnLeave = useRef<() => void>(undefined);
  const findFocus = useRef<() => HTMLElement | null>(undefined);
  const [sent, setSent] = useState<Fields>();

  function tell({ done, errors, note }: Result) {
    if (!message || (done ? showsDone : hasAlert && !errors)) return;
    const isInForm = !done && sent === undefined;
    void showToast({ title: message, description: note, kind: done ? 'success' : 'error', isInForm });
  }

  useEffect(() => {
    if (!result || told.current === result) return;
    tellOnLeave.current = () => tell(result);
    if (busy) return;
    told.current = result;
    tellOnLeave.current = undefined;
    options.onSettled?.(result);
    if (result.done) options.onDone?.(result);
    else focusFirstError();
    // React Router keeps the data after a refusal, whose reason may be that someone else has changed it.
    if (!result.done && result.lost === undefined && (showsLatest || (sent && reloads))) void revalidate();
    if (findFocus.current) followRemoval(findFocus.current);
    tell(result);
  });
  // A person who gave up their rights leaves the screen when its data is loaded again.
  useEffect(() => () => tellOnLeave.current?.(), []);

  return {
    busy,
    result,
    errors: result?.errors ?? {},
    /** Message that is about no field. */
    problem: result && !result.done && !result.errors ? (message ?? failure) : undefined,
    /** Name of the field that `problem` is about. */
    wrongField: result?.field,
    /** Fields of a button that wait for their answer. */
    sending: busy ? sent : undefined,
    /**
     * Does nothing while busy. `control` was pressed: if its row is gone afterwards, the focus goes on beside it. A dialog
     * returns the focus itself.
     */
    send(fields: FormData | Fields, control?: Element): void {
      if (busy) return;
      findFocus.current = control && rememberPlace(control);
      setSent(fields instanceof FormData ? undefined : fields);
      const body = fields instanceof FormData ? fields : toFormData(fields);
      void fetcher.submit(body, {
        method: 'POST',
        // This encoding takes files, and does not make characters longer: the limits of bodies count on that.
        encType: 'multipart/form-data',
        // True would also load it again after a refusal.
        ...(!reloads && { defaultShouldRevalidate: false }),
        ...(address !== undefined && { action: address }),
      });
    },
  };
}

function toFormData(fields: Fields): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

/**
 * Serves as the clientAction of a screen with forms: if no answer comes, the screen stays with all that was typed. It opens the
 * page that an outcome leads to, also if the form that sent it is gone by then.
 */
export async function reportFailure({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    const outcome = (await serverAction()) as Outcome;
    if (!outcome.done || outcome.leadsTo === undefined) return outcome;
    const { message, note, leadsTo } = outcome;
    if (message) void showToast({ title: message, description: note, kind: 'success' });
    throw redirect(leadsTo);
  } catch (error) {
    // This is a redirect.
    if (error instanceof Response) throw error;
    // This status keeps React Router from loading the screen's data again, which would fail too and replace the screen.
    return data({ done: false, lost: describe(error) } satisfies Outcome, { status: 503 });
  }
}

function describe(error: unknown): string {
  if (!isRouteErrorResponse(error)) return 'the connection failed';
  return error.status === 413 ? 'this is too large' : 'something went wrong';
}
