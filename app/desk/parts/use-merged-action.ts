import { useRef, useState } from 'react';
import type { ActionResult } from '#core/values/action-result.ts';
import type { FieldChoices } from '#core/values/merge-fields.ts';
import { useAction } from '#kit/form/use-action.ts';

interface MergedAction extends Omit<Parameters<typeof useAction<ActionResult>>[0], 'onSettled'> {
  /** Row when the form was opened. Undefined for a new one. */
  seen: object | undefined;
}

/** Sends a form together with the row that it was opened for, so that fields which someone else changed meanwhile are found. */
export function useMergedAction({ seen, ...options }: MergedAction) {
  const form = useAction<ActionResult>(options);
  const sent = useRef<FormData>(undefined);
  const [dismissed, setDismissed] = useState<unknown>();
  const { conflicts } = form.result ?? {};

  function send(fields: FormData) {
    if (seen) fields.set('seen', JSON.stringify(seen));
    sent.current = fields;
    form.send(fields);
  }

  return {
    ...form,
    problem: conflicts ? undefined : form.problem,
    send,
    conflicts: conflicts === dismissed ? undefined : conflicts,
    dismissConflicts: () => setDismissed(conflicts),
    /** Sends the form again, with what to keep of each conflict. */
    sendChoices(choices: FieldChoices) {
      if (!sent.current) return;
      sent.current.set('choices', JSON.stringify(choices));
      send(sent.current);
    },
  };
}
