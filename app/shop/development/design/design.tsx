import { privatePage } from '#core/settings/page-meta.ts';
import { Comboboxes } from './comboboxes.tsx';
import { Content } from './content.tsx';
import { Controls } from './controls.tsx';
import { Foundations } from './foundations.tsx';
import { Overlays } from './overlays.tsx';
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
