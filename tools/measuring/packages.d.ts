// For a type check without these packages.

declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    requests: { headers: Record<string, string> }[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    requests: { average: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}

declare module 'lighthouse' {
  interface Flags {
    port: number;
    logLevel: 'error';
    onlyCategories: string[];
  }
  interface Audit {
    title: string;
    score: number | null;
    scoreDisplayMode: string;
    numericValue?: number;
    errorMessage?: string;
  }
  interface Result {
    categories: Partial<Record<string, { score: number | null }>>;
    audits: Record<string, Audit>;
  }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Result } | undefined>;
}
