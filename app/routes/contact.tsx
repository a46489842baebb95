import { data } from 'react-router';
import { formatPartQuestion } from '#domain/contact-message.ts';
import { isPartId } from '#domain/part.ts';
import { readPart } from '#features/catalog/part/read-part.server.ts';
import { publicPage, shopOf } from '#features/seo/page-meta.ts';
import { storeData } from '#features/seo/store-data.ts';
import { ContactView } from '#features/requests/contact-view.tsx';
import { submitContactMessage } from '#features/requests/submit-contact-message.server.tsx';
import { readTextFields, toFormResult } from '#features/requests/form-post.server.ts';
import { readSubmitter } from '#features/requests/submitter.server.ts';
import { databaseContext } from '#services/database.server.ts';
import { requestContext } from '#services/request.server.ts';
import type { Route } from './+types/contact.ts';

/** A question about a part names it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get('part') ?? '';
  if (!isPartId(id)) return { subject: undefined };
  const part = await readPart(context.get(databaseContext).public, id).catch((error: unknown) => {
    context.get(requestContext).logError(error);
    return undefined;
  });
  return { subject: part && formatPartQuestion(part) };
}

/** For a form sent without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readTextFields(request);
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
  const defaults: Record<string, string> = actionData?.fields ?? { ...(subject && { subject }) };
  return <ContactView key={subject} defaults={defaults} outcome={actionData} />;
}
