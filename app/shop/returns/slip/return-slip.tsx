import { privateHeaders, requireOwnReturn } from '../own-return.server.ts';
import { SlipView } from './slip-view.tsx';
import { privatePage } from '#core/settings/page-meta.ts';
import { data } from 'react-router';
import type { Route } from './+types/return-slip.ts';

export async function loader(args: Route.LoaderArgs) {
  const { found } = await requireOwnReturn(args);
  // The return has an address only after its approval.
  if (found.sendTo === null) throw data(null, { status: 404 });
  return { found };
}

export function headers() {
  return privateHeaders;
}

export function meta({ matches: [root], params }: Route.MetaArgs) {
  return privatePage(root.loaderData, `Slip for return ${params.rma.toUpperCase()}`);
}

export default function ReturnSlip({ loaderData }: Route.ComponentProps) {
  return <SlipView found={loaderData.found} />;
}
