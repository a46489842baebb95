import { data } from 'react-router';
import { publicPage, shopOf } from '#features/seo/page-meta.ts';
import { storeData } from '#features/seo/store-data.ts';
import { ContactView } from '#features/requests/contact-view.tsx';
import { submitContactMessage } from '#features/requests/submit-contact-message.server.tsx';
import { readTextFields, toFormResult } from '#features/requests/form-post.server.ts';
import { readSubmitter } from '#features/requests/submitter.server.ts';
import type { Route } from './+types/contact.ts';

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

export default function Contact({ actionData }: Route.ComponentProps) {
  return <ContactView defaults={actionData?.fields ?? {}} outcome={actionData} />;
}
