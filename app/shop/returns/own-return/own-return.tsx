import { redirect } from 'react-router';
import { OwnReturnView } from './own-return-view.tsx';
import { privateHeaders, requireOwnReturn } from '../own-return.server.ts';
import { cancelOwnReturn } from '../read-own-return.server.ts';
import { returnAddress } from '../return-addresses.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { changesContext } from '#core/live/changes.server.ts';
import type { Route } from './+types/own-return.ts';

export async function loader(args: Route.LoaderArgs) {
  const asOf = args.context.get(changesContext).newest;
  const { found } = await requireOwnReturn(args);
  return { found, asOf };
}

/** Cancels the return. A return that the shop has received meanwhile stays as it is, and the page shows it. */
export async function action(args: Route.ActionArgs) {
  const { order, found } = await requireOwnReturn(args);
  await order.run((transaction) => cancelOwnReturn(transaction, found.id));
  return redirect(returnAddress(order.number, found.number));
}

export function headers() {
  return privateHeaders;
}

export function meta({ matches: [root], params }: Route.MetaArgs) {
  return privatePage(root.loaderData, `Return ${params.rma.toUpperCase()}`);
}

export default function OwnReturn({ loaderData }: Route.ComponentProps) {
  return <OwnReturnView {...loaderData} />;
}
