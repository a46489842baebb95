import { type IncomingMessage, ServerResponse } from 'node:http';

const IDLE_TIMEOUT_MS = 2_000;

/** Closes the connection only after the request's body: closing it earlier could lose the response. */
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
  const timer = setTimeout(end, IDLE_TIMEOUT_MS);
  for (const event of ENDINGS) request.on(event, end);
  // The earlier reader would pause the stream.
  request.removeAllListeners('data').removeAllListeners('readable');
  request.on('data', () => timer.refresh()).resume();
}

const ENDINGS = ['end', 'close', 'error'] as const;
