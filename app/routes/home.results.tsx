import type { Part } from '#domain/part.ts';
import { BuyButtons } from '#features/cart/buy-buttons.tsx';
import { ResultsView } from '#features/catalog/results/results-view.tsx';
import { RequestPartButton } from '#features/requests/request-part-button.tsx';
import type { HomeData } from './home.tsx';

export default function HomeResults(data: Extract<HomeData, { view: 'results' }>) {
  return <ResultsView {...data} actions={buyButtons} />;
}

function buyButtons(part: Part) {
  return <BuyButtons part={part} request={<RequestPartButton part={part} />} />;
}
