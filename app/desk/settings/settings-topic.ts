import { data } from 'react-router';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { storeUpload } from '#core/part-changes/store-picture.server.ts';
import { readTopicForm } from './read-topic-form.server.ts';
import { saveTopic } from './save-topic.server.ts';
import type { SettingsResult } from './topics/settings-result.ts';
import { pictureForWidth } from '#core/catalog/picture.ts';
import { isSettingsTopic } from '#core/settings/settings-changes.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import type { Route } from './+types/settings-topic.ts';

/** In CSS pixels, as in the footer. */
const LOGO_WIDTH = 160;

export async function action({ request, params: { topic }, context }: Route.ActionArgs) {
  if (!isSettingsTopic(topic)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error saving settings', async (): Promise<SettingsResult> => {
    const form = await readTopicForm(request);
    if (!form) return { done: false, message: 'Error saving settings: the form could not be read' };
    const { values, seenVersion, logo } = form;
    if (topic === 'tax' && values['mode'] === 'service' && !context.get(taxServiceContext).isAvailable) {
      return { done: false, errors: { mode: 'needs STRIPE_SECRET_KEY on the server for Stripe Tax' } };
    }
    const stored = await storeUpload(context, topic === 'business' ? logo : null);
    if ('error' in stored) return { done: false, errors: { logo: stored.error } };
    const upload = stored.address === undefined ? {} : { logo: pictureForWidth(stored.address, LOGO_WIDTH) };
    return asAdmin(context)((transaction) =>
      saveTopic(transaction, { topic, values: { ...values, ...upload }, seenVersion }),
    );
  });
}
