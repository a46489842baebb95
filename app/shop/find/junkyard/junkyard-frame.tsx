import type { ReactNode } from 'react';
import { formatRequestUrl } from '#core/catalog/request-url.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';

interface JunkyardFrameProps {
  query: string;
  children: ReactNode;
}

export function JunkyardFrame({ query, children }: JunkyardFrameProps) {
  const shop = useShop();
  return (
    <main className="mx-auto w-full max-w-page px-gutter pt-4 pb-8">
      <h1 className="mb-3 text-2xl">Find Quality New &amp; Used Auto Parts</h1>
      {children}
      <section className="mt-10 flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 sm:flex-row sm:items-center sm:p-6">
        <div className="mr-auto">
          <h2>Can&apos;t find what you&apos;re looking for?</h2>
          <p className="mt-1 max-w-prose text-muted">
            Tell us the part and the car. We&apos;ll look for it and answer within {shop.responseTime}.
          </p>
        </div>
        <ButtonLink to={formatRequestUrl({ part: query })}>Request a Part</ButtonLink>
      </section>
    </main>
  );
}
