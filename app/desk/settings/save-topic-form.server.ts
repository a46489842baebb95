import type { RouterContextProvider } from 'react-router';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { pictureForWidth } from '#core/catalog/picture.ts';
import { answerAction, refuseForm } from '#core/platform/answer-action.server.ts';
import { storeUpload } from '#core/part-changes/store-picture.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { readTopicForm, type SentTopic } from './read-topic-form.server.ts';
import { saveTopic } from './save-topic.server.ts';
import type { SettingsResult } from './topics/settings-result.ts';

/** CSS pixels. The footer has the same width. */
const LOGO_WIDTH = 160;

/** Answers the form of a topic, or refuses another form. */
export function answerTopicForm(context: Readonly<RouterContextProvider>, form: FormData) {
  const failure = 'Error saving settings';
  const sent = readTopicForm(form);
  if (form.get('intent') !== 'save' || !sent) return refuseForm(failure);
  return answerAction(context, failure, () => saveTopicForm(context, sent));
}

/** Stores the logo of the form, and saves its topic. */
async function saveTopicForm(
  context: Readonly<RouterContextProvider>,
  { topic, values, seenVersion, logo }: SentTopic,
): Promise<SettingsResult> {
  if (topic === 'tax' && values['mode'] === 'service' && !context.get(taxServiceContext).isAvailable) {
    return { done: false, errors: { mode: 'needs STRIPE_SECRET_KEY on the server for Stripe Tax' } };
  }
  const stored = await storeUpload(context, topic === 'business' ? logo : null);
  if ('error' in stored) return { done: false, errors: { logo: stored.error } };
  const upload = stored.address === undefined ? {} : { logo: pictureForWidth(stored.address, LOGO_WIDTH) };
  return asAdmin(context)((transaction) =>
    saveTopic(transaction, { topic, values: { ...values, ...upload }, seenVersion }),
  );
}
