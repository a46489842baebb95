// For a type check without these packages.

declare module 'autocannon' {
  interface Request {
    path?: string;
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: string;
    /** Returns the next request. Called for each one. */
    setupRequest?: (defaults: object) => object;
  }
  interface Options {
    url: string;
    connections: number;
    /** In seconds, as `timeout`. */
    duration: number;
    timeout: number;
    /** In milliseconds. */
    sampleInt: number;
    requests: Request[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    statusCodeStats: Partial<Record<number, { count: number }>>;
  }
  interface Run extends Promise<Result> {
    on(
      event: 'response',
      listener: (client: object, status: number, bytes: number, milliseconds: number) => void,
    ): void;
    on(event: 'start', listener: () => void): void;
  }
  export default function autocannon(options: Options): Run;
}
