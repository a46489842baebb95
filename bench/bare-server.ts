import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface BareServer extends AsyncDisposable {
  url: string;
}

/** The machine's maximum. */
export async function bareServer(
  body: Buffer,
  headers: Record<string, string | number>,
): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-process.ts'));
  child.send({ headers: { ...headers, 'Content-Length': body.length }, body: body.toString('base64') });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
