// These types allow a type check if the packages are not installed.

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
    /** Seconds. The timeout is in seconds, too. */
    duration: number;
    timeout: number;
    /** Milliseconds. */
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
