import type { ReactNode } from 'react';

export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return (
    <section aria-labelledby={id} className="border-t border-line py-8">
      <h2 id={id}>{title}</h2>
      {about && <p className="mt-1 max-w-prose text-muted">{about}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}

export function Cluster({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
