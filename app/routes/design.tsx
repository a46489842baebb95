import { privatePage } from '#features/seo/page-meta.ts';
import { Comboboxes } from '#ui/showcase/comboboxes.tsx';
import { Content } from '#ui/showcase/content.tsx';
import { Controls } from '#ui/showcase/controls.tsx';
import { Foundations } from '#ui/showcase/foundations.tsx';
import { Overlays } from '#ui/showcase/overlays.tsx';
import type { Route } from './+types/design.ts';

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Components');
}

export default function Design() {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-10">
      <h1 className="text-4xl">Components</h1>
      <p className="mt-2 mb-8 max-w-prose text-lg text-muted">
        What Partyard is built from, in every state. The rules are in docs/design.md.
      </p>
      <Foundations />
      <Controls />
      <Comboboxes />
      <Overlays />
      <Content />
    </main>
  );
}
