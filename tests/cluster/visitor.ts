import { Agent, request } from 'node:http';

export interface Answer {
  /** Is 0 if no answer came. */
  status: number;
  text: string;
  location: string | undefined;
}

export interface Sent {
  method?: 'GET' | 'POST';
  /** Takes a form, bytes, or an object to send as JSON. */
  body?: FormData | URLSearchParams | Uint8Array | object;
}

/** Records one request of a visitor. */
export interface Recorded {
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  /** Is set if no answer came. */
  failure: string | undefined;
}

const TIMEOUT_MS = 30_000;

let last = 0;

/** Returns an address of its own for each visitor, out of 127.0.0.0/8. */
export function nextAddress(): string {
  last += 1;
  return `127.${1 + ((last >> 16) % 250)}.${(last >> 8) % 256}.${1 + (last % 250)}`;
}

/** Acts as a browser with cookies and an address of its own. */
export class Visitor {
  readonly site: string;
  readonly record: (recorded: Recorded) => void;
  readonly #cookies = new Map<string, string>();
  readonly #agent: Agent;

  constructor(site: string, record: (recorded: Recorded) => void) {
    this.site = site;
    this.record = record;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress: nextAddress() });
  }

  get(path: string): Promise<Answer> {
    return this.send(path);
  }

  post(path: string, body: NonNullable<Sent['body']>): Promise<Answer> {
    return this.send(path, { method: 'POST', body });
  }

  async send(path: string, { method = 'GET', body }: Sent = {}): Promise<Answer> {
    const encoded = body === undefined ? undefined : new Response(toBody(body));
    const bytes = encoded && Buffer.from(await encoded.arrayBuffer());
    const type = body && typeOf(body, encoded);
    const headers = {
      'Accept-Encoding': 'identity',
      ...(this.#cookies.size > 0 && {
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }),
      ...(bytes && {
        Origin: this.site,
        'Content-Type': type ?? '',
        'Content-Length': String(bytes.length),
      }),
    };
    const startedAt = performance.now();
    let failure: string | undefined;
    const answer = await new Promise<Answer>((resolve) => {
      const none = (error: Error) => {
        failure = error.message;
        resolve({ status: 0, text: '', location: undefined });
      };
      const sent = request(`${this.site}${path}`, {
        agent: this.#agent,
        method,
        headers,
        timeout: TIMEOUT_MS,
      });
      sent.on('timeout', () => sent.destroy(new Error('No answer in time')));
      sent.on('error', none);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', none);
        response.on('end', () => {
          this.#keep(response.headers['set-cookie'] ?? []);
          resolve({ status: response.statusCode ?? 0, text, location: response.headers.location });
        });
      });
      sent.end(bytes);
    });
    const { status } = answer;
    this.record({
      method,
      path: path.split('?', 1)[0] ?? '',
      status,
      milliseconds: performance.now() - startedAt,
      failure,
    });
    return answer;
  }

  leave(): void {
    this.#agent.destroy();
  }

  #keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

function isJson(body: object): boolean {
  return !(body instanceof FormData || body instanceof URLSearchParams || body instanceof Uint8Array);
}

function typeOf(body: object, encoded: Response | undefined): string | null | undefined {
  if (body instanceof Uint8Array) return 'application/octet-stream';
  return isJson(body) ? 'application/json' : encoded?.headers.get('Content-Type');
}

function toBody(body: object): BodyInit {
  return isJson(body) ? JSON.stringify(body) : (body as FormData | URLSearchParams);
}
