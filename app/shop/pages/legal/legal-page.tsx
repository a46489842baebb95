import { type LegalPageName, legalTitles } from '#core/settings/legal-page.ts';
import { describeReturnCosts, describeReturnPackaging, describeReturns } from '#core/orders/return-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import { Alert } from '#kit/alert.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { LegalPageData } from '#core/legal/legal-texts.server.ts';
import { FormattedText } from '#core/legal/ui/formatted-text.tsx';

const summaries: Record<LegalPageName, (shop: Shop) => string> = {
  privacy: ({ name }) => `What data ${name} collects about you, why, and what your rights are.`,
  terms: ({ name, city }) => `The terms on which ${name} in ${city} sells new and used car parts.`,
  warranty: () => 'How long we cover each kind of part, and how to make a claim.',
};

interface LegalPageProps extends LegalPageData {
  page: LegalPageName;
}

export function LegalPage({ page, text, updated, replacedOn }: LegalPageProps) {
  const shop = useShop();
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 sm:py-12">
      <h1>{legalTitles[page]}</h1>
      <p className="mt-2 max-w-prose text-lg text-muted">{summaries[page](shop)}</p>
      <p className="mt-3 text-sm text-muted">Last updated: {updated}</p>
      {replacedOn && (
        <Alert title="This is an earlier version" className="mt-6 max-w-prose">
          It applies to orders placed under it. The <TextLink to={`/${page}`}>current version</TextLink> is of{' '}
          {replacedOn}.
        </Alert>
      )}
      <div className="mt-8">
        <FormattedText text={text} />
      </div>
      {page === 'warranty' && !replacedOn && <ReturnsToday />}
    </main>
  );
}

/** Shows the current settings of returns. An order keeps the terms that it was placed under. */
function ReturnsToday() {
  const { returns } = useShop();
  return (
    <section aria-labelledby="send-back" className="mt-8 max-w-prose">
      <h2 id="send-back">Return a part</h2>
      <p className="mt-2">
        {describeReturns(returns, { arrival: 'delivery' })} A new part goes back{' '}
        {describeReturnPackaging('new')}, a used one {describeReturnPackaging('used')}.{' '}
        {describeReturnCosts(returns)}
      </p>
      <p className="mt-2">
        To start a return, a warranty claim or a core return, see{' '}
        <TextLink to="/profile?tab=orders">your orders</TextLink>.
      </p>
    </section>
  );
}
