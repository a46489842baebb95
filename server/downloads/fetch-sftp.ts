import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Client, SFTPWrapper, Stats } from 'ssh2';
import type { SourceAddress } from '#core/imports/sources/import-source.ts';
import { DownloadError, type SentFile } from '#core/platform/downloads.server.ts';
import { checkHost, lookUpPublic } from '../network/public-network.ts';
import type { Connection, Fetch, Fetched } from './fetch.ts';
import { tooLarge } from './temporary-file.ts';

const CHUNK_BYTES = 32 * 1024;

/** Most shops have no such source, so the client loads on demand. */
const loadClient = async () => (await import('ssh2')).default;

/** Explains why a text is no usable private key. */
export async function findKeyProblem(privateKey: string): Promise<string | undefined> {
  const { utils } = await loadClient();
  const parsed = utils.parseKey(privateKey);
  if (parsed instanceof Error) {
    return /passphrase|encrypted/i.test(parsed.message)
      ? 'The key has a passphrase. Please use a key without one, for this server only'
      : 'This is not a private key in the format of OpenSSH or PEM';
  }
  const [key] = [parsed].flat();
  return key?.isPrivateKey() === true ? undefined : 'This is a public key. Please enter the private key';
}

/** Returns the SHA-256 of a host's key in the format of "ssh-keygen -l". */
function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;
}

/** Fetches a file by SFTP. Credentials are sent to a server with the confirmed key only. */
export function fetchSftp(fetch: Fetch, address: SourceAddress): Promise<Fetched> {
  return withSftp(fetch, address, (sftp) => read(sftp, fetch, address));
}

/** Writes a file by SFTP. Another name holds it until it is whole, so that no reader sees a part of it. */
export function sendSftp(
  connection: Connection,
  address: SourceAddress,
  { path, content }: SentFile,
): Promise<void> {
  return withSftp(connection, address, async (sftp) => {
    const temporary = `${path}.part`;
    const writing = sftp.createWriteStream(temporary);
    try {
      await pipeline(content, writing);
      await replace(sftp, temporary, path);
    } catch (error) {
      throw describeSendFailure(error);
    }
  });
}

/** Renames a file over another one. Servers without OpenSSH's extension refuse a name that is taken. */
async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  const done = Promise.withResolvers<void>();
  const settle = (error?: Error | null) => (error ? done.reject(error) : done.resolve());
  try {
    sftp.ext_openssh_rename(from, to, settle);
  } catch {
    sftp.unlink(to, () => sftp.rename(from, to, settle));
  }
  await done.promise;
}

async function withSftp<Result>(
  connection: Connection,
  address: SourceAddress,
  use: (sftp: SFTPWrapper) => Promise<Result>,
): Promise<Result> {
  const { signal } = connection;
  const socket = await openSocket(connection, address);
  const { Client: SshClient } = await loadClient();
  const client = new SshClient();
  const failed = Promise.withResolvers<never>();
  // The promise may fail while nothing waits for it.
  failed.promise.catch(() => undefined);
  const fail = (error: Error) => failed.reject(error);
  const stop = () => fail(new DownloadError('The connection was stopped'));
  signal.addEventListener('abort', stop);
  socket.on('timeout', () => fail(new DownloadError('The server did not answer in time')));
  client.on('close', () => fail(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })));
  async function work(): Promise<Result> {
    await signIn(client, { connection, address, socket, fail });
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, opened) =>
        error ? reject(new DownloadError('The server has no SFTP')) : resolve(opened),
      );
    });
    sftp.on('error', fail);
    return use(sftp);
  }
  try {
    signal.throwIfAborted();
    return await Promise.race([failed.promise, work()]);
  } finally {
    signal.removeEventListener('abort', stop);
    client.destroy();
    socket.destroy();
  }
}

async function read(sftp: SFTPWrapper, fetch: Fetch, address: SourceAddress): Promise<Fetched> {
  const before = await stat(sftp, address);
  if (!before.isFile()) throw new DownloadError('The path is not that of a file');
  if (before.size > fetch.maxBytes) throw tooLarge(fetch.maxBytes);
  const etag = describeVersion(before);
  if (etag === fetch.etag) return 'unchanged';
  const reading = sftp.createReadStream(address.path, {
    end: Math.max(before.size - 1, 0),
    highWaterMark: CHUNK_BYTES,
  });
  let bytes = 0;
  try {
    for await (const chunk of reading as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      await fetch.file.write(chunk);
    }
  } catch (error) {
    throw describeFailure(error);
  }
  const after = await stat(sftp, address);
  if (bytes !== before.size || describeVersion(after) !== etag)
    throw new DownloadError('The file was changed while it was read');
  return { etag, lastModified: null };
}

/** Size and time reveal a change of the file. */
function describeVersion({ size, mtime }: Stats): string {
  return `${size} bytes, ${mtime}`;
}

function stat(sftp: SFTPWrapper, { path }: SourceAddress): Promise<Stats> {
  return new Promise((resolve, reject) => {
    sftp.stat(path, (error, stats) => (error ? reject(describeFailure(error)) : resolve(stats)));
  });
}

const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;

function describeFailure(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (code === NO_SUCH_FILE) return new DownloadError('The server has no such file');
  if (code === PERMISSION_DENIED) return new DownloadError('The user may not read the file');
  return typeof code === 'number'
    ? new DownloadError(`The server refused to send the file (${code})`)
    : error;
}

function describeSendFailure(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (code === NO_SUCH_FILE) return new DownloadError('The server has no folder for the file of changes');
  if (code === PERMISSION_DENIED) return new DownloadError('The user may not write the file of changes');
  return typeof code === 'number'
    ? new DownloadError(`The server refused to take the file of changes (${code})`)
    : error;
}

interface SignIn {
  connection: Connection;
  address: SourceAddress;
  socket: Socket;
  fail: (error: Error) => void;
}

function signIn(client: Client, { connection, address, socket, fail }: SignIn): Promise<void> {
  const { secret = '', auth, hostKey, timeouts } = connection;
  let seen: string | undefined;
  return new Promise((resolve, reject) => {
    client.on('ready', resolve);
    client.on('error', (error) => {
      const { level } = error as { level?: string };
      const failure = describe(level) ?? error;
      fail(failure);
      reject(failure);
    });
    client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) =>
      answer(prompts.map(() => secret)),
    );
    client.connect({
      sock: socket,
      username: address.user,
      ...(auth === 'key' ? { privateKey: secret } : { password: secret, tryKeyboard: true }),
      readyTimeout: timeouts.connect,
      hostVerifier: (key: Buffer) => {
        seen = fingerprint(key);
        return seen === hostKey;
      },
    });
  });

  function describe(level: string | undefined): DownloadError | undefined {
    if (seen !== undefined && seen !== hostKey)
      return new DownloadError(
        hostKey === null
          ? `Please compare the key of the server and confirm it: ${seen}`
          : `The server's key has changed to ${seen}`,
        seen,
      );
    if (level === 'client-authentication') return new DownloadError('The server refused the credentials');
    if (level === 'client-timeout') return new DownloadError('The server did not answer in time');
    return level === 'protocol' || level === 'handshake'
      ? new DownloadError('The server does not speak a known SSH protocol')
      : undefined;
  }
}

/** Opens a connection to an address that was checked. */
async function openSocket(
  { isAllowed, resolve, timeouts, signal }: Connection,
  { host, port }: SourceAddress,
): Promise<Socket> {
  checkHost(host, isAllowed);
  // Each step of SFTP is a small packet that waits for its answer, not for more bytes.
  const socket = connect({ host, port, lookup: lookUpPublic(isAllowed, resolve), noDelay: true });
  const { promise, resolve: opened, reject } = Promise.withResolvers<void>();
  const late = () => socket.destroy(new DownloadError('The server did not answer in time'));
  const connecting = setTimeout(late, timeouts.connect);
  signal.addEventListener('abort', late);
  socket.on('error', reject);
  socket.once('connect', opened);
  try {
    await promise;
  } finally {
    clearTimeout(connecting);
    signal.removeEventListener('abort', late);
  }
  socket.setTimeout(timeouts.idle);
  return socket;
}
