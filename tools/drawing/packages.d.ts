// What the scripts here use of these packages, so that types can be checked without them.

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; noLayoutClosure: boolean },
  ): Promise<Buffer>;
}

declare module 'lucide-react' {
  import type { ComponentType } from 'react';

  const components: Partial<Record<string, ComponentType>>;
  export = components;
}
