import { data } from 'react-router';
import { formatPartQuestion } from '#core/inbox/contact-message.ts';
import { isPartId } from '#core/catalog/part.ts';
import { readPart } from '#core/search/read-part.server.ts';
import { publicPage, shopOf } from '#core/settings/page-meta.ts';
import { storeData } from '#core/settings/store-data.ts';
import { ContactView } from './contact-view.tsx';
import { submitContactMessage } from '#core/inbox/submit-contact-message.server.tsx';
import { toFormResult } from '../form-post.server.ts';
import { readSubmitter } from '#core/inbox/submitter.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { readFields } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/contact.ts';

export { textForm as accepts } from '#core/values/accepts.ts';

/** Fills in the name of the part that a question is about. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get('part') ?? '';
  if (!isPartId(id)) return { subject: undefined };
  const part = await readPart(context.get(databaseContext).public, id).catch((error: unknown) => {
    context.get(requestContext).logError(error);
    return undefined;
  });
  return { subject: part && formatPartQuestion(part) };
}

/** Takes a form that was sent without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readFields(request);
  const outcome = toFormResult(
    await submitContactMessage(await readSubmitter(request, context), fields),
    fields,
  );
  return data(outcome, { status: outcome.status });
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  const shop = shopOf(root.loaderData);
  return publicPage(root.loaderData, {
    title: 'Contact',
    description: `Write to ${shop.name} in ${shop.city}, or call ${shop.phone}.`,
    address: '/contact',
    structured: import.meta.env.SSR ? storeData(root.loaderData) : undefined,
  });
}

export default function Contact({ actionData, loaderData: { subject } }: Route.ComponentProps) {
  const defaults: Partial<Record<string, string>> = actionData?.fields ?? { ...(subject && { subject }) };
  return <ContactView key={subject} defaults={defaults} outcome={actionData} />;
}
