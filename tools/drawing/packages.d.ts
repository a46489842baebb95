// These types allow a type check if the packages are not installed.

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
