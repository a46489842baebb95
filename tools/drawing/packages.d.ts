// For a type check without these packages.

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      noLayoutClosure: boolean;
      noHinting?: boolean;
      dropTables?: readonly string[];
    },
  ): Promise<Buffer>;
}

declare module 'lucide-react' {
  import type { ComponentType } from 'react';

  const components: Partial<Record<string, ComponentType>>;
  export = components;
}
