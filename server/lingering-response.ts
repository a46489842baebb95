import { type IncomingMessage, ServerResponse } from 'node:http';

/** How long a client that sends nothing more is waited for, in milliseconds. */
const SILENCE = 2_000;

/**
 * Closes slowly when the answer comes before the end of the request's body (lingering close): the body is too long, of
 * the wrong type, or refused without a look at it. The answer says `Connection: close` and is sent at once. The
 * connection ends when the client has sent the rest or stops sending. Ending it before would reset it, and the client
 * might lose the answer.
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

/** Reads on and keeps nothing. How long that may take in all, the server's time-out for requests says. */
function discardBody(request: IncomingMessage, onEnd: () => void): void {
  const end = () => {
    clearTimeout(timer);
    for (const event of ENDINGS) request.off(event, end);
    onEnd();
  };
  const timer = setTimeout(end, SILENCE);
  for (const event of ENDINGS) request.on(event, end);
  // The reader has given up, and would pause the stream.
  request.removeAllListeners('data').removeAllListeners('readable');
  request.on('data', () => timer.refresh()).resume();
}

const ENDINGS = ['end', 'close', 'error'] as const;
