import type { ReactNode } from 'react';
import { useShop } from '#ui/use-shop.ts';
import { emailLink, phoneLink } from '#domain/shop.ts';

const LEGAL_UPDATED = 'January 17, 2025';

interface LegalPageProps {
  title: string;
  summary: string;
  children: ReactNode;
}

export function LegalPage({ title, summary, children }: LegalPageProps) {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 sm:py-12">
      <h1>{title}</h1>
      <p className="mt-2 max-w-prose text-lg text-muted">{summary}</p>
      <p className="mt-3 text-sm text-muted">Last updated: {LEGAL_UPDATED}</p>
      <div className="mt-8 grid max-w-prose gap-8">{children}</div>
    </main>
  );
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_li]:pl-1 [&_li+li]:mt-1.5">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const link = 'text-link underline decoration-1 underline-offset-3 hover:decoration-2';

export function EmailLink() {
  const shop = useShop();
  return (
    <a href={emailLink(shop)} className={link}>
      {shop.email}
    </a>
  );
}

export function PhoneLink() {
  const shop = useShop();
  return (
    <a href={phoneLink(shop)} className={`whitespace-nowrap ${link}`}>
      {shop.phone}
    </a>
  );
}
