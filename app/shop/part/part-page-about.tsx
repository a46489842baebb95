import type { ReactNode } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { type Part, partDescription } from '#core/catalog/part.ts';
import type { TermsText } from './terms.ts';
import { TextLink } from '#kit/text-link.tsx';

export function PartAbout({ part, terms }: { part: Part; terms: TermsText }) {
  return (
    <>
      <section>
        <h2 className="text-xl">About this part</h2>
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{partDescription(part)}</p>
      </section>
      <section className="grid gap-x-8 gap-y-5 border-t border-line pt-5 sm:grid-cols-2">
        <Term icon={<Icon name="ShieldCheck" />} title="Warranty">
          {terms.warranty}. <TextLink to="/warranty">How the warranty works</TextLink>
        </Term>
        <Term icon={<Icon name="PackageCheck" />} title="Returns">
          {terms.returns}
        </Term>
      </section>
    </>
  );
}

function Term({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="flex items-center gap-2 text-xl [&_svg]:size-5 [&_svg]:text-mark">
        {icon} {title}
      </h2>
      <p className="mt-1.5 text-muted">{children}</p>
    </div>
  );
}
