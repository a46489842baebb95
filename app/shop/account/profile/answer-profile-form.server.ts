import { data, redirect, type RouterContextProvider } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { MAX_ADDRESSES, readAddress } from '#core/addresses/saved-address.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { shippingTerms } from '#core/settings/usable-terms.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { endOwnCarWait } from './own-car-waits.server.ts';
import { endOwnWait } from './own-waits.server.ts';
import { readDetails, saveProfile } from './profile.server.ts';
import { addAddress, deleteAddress, updateAddress } from './saved-addresses.server.ts';

const DELETED = 'This address was deleted. Please reload the page.';
const TOO_MANY_ADDRESSES = `You can save ${MAX_ADDRESSES} addresses. Please delete one first.`;

type Context = Readonly<RouterContextProvider>;

/** Answers the forms of the signed-in user. */
export async function answerProfileForm(request: Request, context: Context) {
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (!user) throw redirect('/auth', 303);
  const { intent, user_id: filledInBy = user.id, ...fields } = await readFields(request);
  // The user of the browser may have changed since the form was opened.
  if (filledInBy !== user.id) return refuse(409, 'Another account is signed in now. Please reload the page.');
  const { id = '' } = fields;
  const database = context.get(databaseContext);
  if (intent === 'save-details') {
    const failure = 'Failed to update profile';
    return answerAction(context, failure, async (): Promise<ActionResult> => {
      const details = readDetails(fields);
      if ('errors' in details) {
        const [note = ''] = Object.values(details.errors);
        return { done: false, message: failure, note, errors: details.errors };
      }
      await saveProfile(database, user.id, details);
      return { done: true, message: 'Profile updated successfully' };
    });
  }
  if ((intent === 'end-wait' || intent === 'end-car-wait') && isId(id))
    return answerAction(context, 'Failed to end these emails', async (): Promise<ActionResult> => {
      await (intent === 'end-wait' ? endOwnWait : endOwnCarWait)(database, user.id, id);
      return { done: true };
    });
  if ((intent === 'save-address' && (id === '' || isId(id))) || (intent === 'delete-address' && isId(id)))
    return changeAddress(context, user.id, { ...fields, intent });
  return refuseForm('Failed to save');
}

async function changeAddress(context: Context, userId: string, form: Partial<Record<string, string>>) {
  const { intent, id = '', ...fields } = form;
  const allowance = await context.get(limitsContext).take('save-address', userId);
  if (!allowance.allowed) {
    const { counted, seconds } = allowance;
    const message = counted ? 'Too many changes. Please try again later.' : 'Please try again.';
    return refuse(counted ? 429 : 503, message, { 'Retry-After': String(seconds) });
  }
  const { from, logError } = context.get(requestContext);
  const owner = { database: context.get(databaseContext), userId, from, logError };
  if (intent === 'delete-address') {
    const failure = 'Failed to delete the address';
    return answerAction(context, failure, async (): Promise<ActionResult> => {
      const isDeleted = await deleteAddress(owner, id);
      return isDeleted
        ? { done: true, message: 'Address deleted' }
        : { done: false, message: failure, note: DELETED };
    });
  }
  const countries = shippingTerms(context.get(settingsContext)).countries.map(({ country }) => country);
  return answerAction(context, 'Failed to save the address', async (): Promise<ActionResult> => {
    const address = readAddress(fields, countries);
    if ('error' in address) return { done: false, message: address.error };
    const isDefault = fields.isDefault === 'on';
    const isSaved =
      id === ''
        ? await addAddress(owner, address, isDefault)
        : await updateAddress(owner, id, address, isDefault);
    if (isSaved) return { done: true, message: 'Address saved' };
    return { done: false, message: id === '' ? TOO_MANY_ADDRESSES : DELETED };
  });
}

function refuse(status: number, message: string, headers: Record<string, string> = {}) {
  return data({ done: false, message } satisfies ActionResult, { status, headers });
}
