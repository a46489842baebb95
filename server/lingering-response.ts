import { type IncomingMessage, ServerResponse } from 'node:http';

/** How long to wait for more of the body, in milliseconds. */
const IDLE_TIMEOUT = 2_000;

/**
 * Delays the close of a connection whose response is sent before the end of the request's body (lingering close). The
 * connection ends when the client has sent the rest or stops sending. Closing earlier would reset it, and the client
 * might lose the response.
 */
export class LingeringResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #lingers = false;
  #ending = false;

  override writeHead(...status: unknown[]): this {
    if (hasMoreBody(this.req)) {
      this.#lingers = true;
      this.setHeader('Connection', 'close');
    }
    return Reflect.apply(super.writeHead, this, status) as this;
  }

  override end(...last: unknown[]): this {
    if (this.#ending) return this;
    if (!this.headersSent && hasMoreBody(this.req)) this.writeHead(this.statusCode);
    if (!this.#lingers || !hasMoreBody(this.req) || this.req.destroyed)
      return Reflect.apply(super.end, this, last) as this;

    this.#ending = true;
    const done = last.find((each) => typeof each === 'function');
    const [body] = last;
    if (typeof body === 'string' || body instanceof Uint8Array) Reflect.apply(super.write, this, last);
    else this.flushHeaders();
    discardBody(this.req, () => Reflect.apply(super.end, this, done ? [done] : []));
    return this;
  }
}

function hasMoreBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0);
}

/** Discards the rest of the body. The server's request timeout limits the total time. */
function discardBody(request: IncomingMessage, onEnd: () => void): void {
  const end = () => {
    clearTimeout(timer);
    for (const event of ENDINGS) request.off(event, end);
    onEnd();
  };
  const timer = setTimeout(end, IDLE_TIMEOUT);
  for (const event of ENDINGS) request.on(event, end);
  // The earlier reader would pause the stream.
  request.removeAllListeners('data').removeAllListeners('readable');
  request.on('data', () => timer.refresh()).resume();
}

const ENDINGS = ['end', 'close', 'error'] as const;
