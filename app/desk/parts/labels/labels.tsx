import { data } from 'react-router';
import { parsePartSelection } from '../part-selection.ts';
import { type LabelPaper, labelPapers, LabelsView } from './labels-view.tsx';
import { readLabels } from './read-labels.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/labels.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const ids = parsePartSelection(searchParams.get('parts'));
  const paper = searchParams.get('paper') ?? 'sheet';
  if (!ids || !Object.hasOwn(labelPapers, paper)) throw data(null, { status: 404 });
  return {
    paper: paper as LabelPaper,
    labels: await asStaff(context)((transaction) => readLabels(transaction, ids)),
  };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Labels');
}

export default function Labels({ loaderData }: Route.ComponentProps) {
  return <LabelsView {...loaderData} />;
}
