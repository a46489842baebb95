import type { RouterContextProvider } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { threadActions, threadFailures, type ThreadReference } from '#core/inbox/inbox.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { actOnThread } from './act-on-thread.server.ts';

interface ThreadForm {
  request: Request;
  context: Readonly<RouterContextProvider>;
  reference: ThreadReference;
}

/** Answers the forms of a request's screen and of a message's. */
export async function answerThreadForm({ request, context, reference }: ThreadForm) {
  const form = await readForm(request);
  const action = threadActions.find((each) => each === form.get('intent'));
  if (!action) return refuseForm('Error changing the thread');
  return answerAction(context, threadFailures[action], () =>
    asStaff(context)((transaction) => actOnThread(transaction, { reference, action, form })),
  );
}
