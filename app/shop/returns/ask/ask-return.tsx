import { data, redirect } from 'react-router';
import type { ReturnKind } from '#core/orders/return.ts';
import { askReturn } from './ask-return.server.ts';
import { AskView } from './ask-view.tsx';
import { privateHeaders } from '../own-return.server.ts';
import { readReturnable } from './read-returnable.server.ts';
import { returnAddress } from '../return-addresses.ts';
import { readReturnableOrder } from '../returnable-order.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { readForm } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/ask-return.ts';

export { textForm as accepts } from '#core/values/accepts.ts';

/** Last word of the address -> kind of return */
const kinds: Record<string, ReturnKind> = { return: 'return', claim: 'warranty', core: 'core' };

const titles: Record<ReturnKind, string> = {
  return: 'Return parts',
  warranty: 'Warranty claim',
  core: 'Return old parts',
};

function readKind(pathname: string): ReturnKind {
  const word = pathname
    .replace(/\.data$/, '')
    .split('/')
    .at(-1);
  return kinds[word ?? ''] ?? 'return';
}

async function requireOrder({ request, params, context }: Route.LoaderArgs | Route.ActionArgs) {
  const order = await readReturnableOrder(context, request, params.number ?? '');
  if (!order) throw data(null, { status: 404 });
  return order;
}

export async function loader(args: Route.LoaderArgs) {
  const { business: shop } = args.context.get(settingsContext);
  const order = await requireOrder(args);
  const kind = readKind(new URL(args.request.url).pathname);
  const returnable = await order.run((transaction) => readReturnable(transaction, order.id, { kind, shop }));
  return { number: order.number, returnable };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const order = await requireOrder(args);
  const form = await readForm(request);
  const outcome = await askReturn({
    order,
    kind: readKind(new URL(request.url).pathname),
    form,
    shop: context.get(settingsContext).business,
    limits: context.get(limitsContext),
  });
  if ('number' in outcome) return redirect(returnAddress(order.number, outcome.number));
  const { status, ...rest } = outcome;
  return data(rest, { status });
}

export function headers() {
  return privateHeaders;
}

export function meta({ matches: [root], location, params }: Route.MetaArgs) {
  const title = titles[readKind(location.pathname)];
  return privatePage(root.loaderData, `${title} of ${params.number.toUpperCase()}`);
}

export default function AskReturn({ loaderData, actionData }: Route.ComponentProps) {
  const { number, returnable } = loaderData;
  return <AskView key={returnable.kind} number={number} returnable={returnable} outcome={actionData} />;
}
