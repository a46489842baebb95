import { createServer as createTlsServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { testCertificate } from './tls-certificate.ts';

export interface HttpsSupplier extends AsyncDisposable {
  port: number;
  requests: IncomingMessage[];
  /** Answers the next requests. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Starts a supplier's server with https. A resolver of the test leads the names of its certificate to it. */
export async function startHttpsSupplier(): Promise<HttpsSupplier> {
  const requests: IncomingMessage[] = [];
  const server = createTlsServer(testCertificate, (request, response) => {
    requests.push(request);
    supplier.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const supplier: HttpsSupplier = {
    port: (server.address() as AddressInfo).port,
    requests,
    answer: (_request, response) => void response.writeHead(404).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return supplier;
}

export interface SftpSupplier extends AsyncDisposable {
  port: number;
  /** Password of 'yard'. */
  password: string;
  /** A public key that may sign in as 'yard'. */
  publicKey: string;
  files: Map<string, { content: string; mtime: number }>;
  /** Files can be written below this path only. */
  writable: string;
  /** Methods of all attempts to sign in. */
  attempts: string[];
  reads: number;
  renewHostKey(): Promise<void>;
  /** True if reads of files get no answer. */
  hangs: boolean;
}

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/**
 * Makes a new pair of keys. The type Ed25519 is unsuitable: ssh2 can't read one of 256 such pairs that it generates
 * (https://github.com/mscdex/ssh2/issues/1513).
 */
export const newKeyPair = () => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });

/** Starts a supplier's server with SFTP, which lets 'yard' in. */
export async function startSftpSupplier(): Promise<SftpSupplier> {
  const connections = new Set<ssh2.Connection>();
  let server = create();

  function create() {
    const created = new ssh2.Server({ hostKeys: [newKeyPair().private] }, (client) => {
      connections.add(client);
      // Like OpenSSH. The types lack it here.
      (client as unknown as ssh2.Client).setNoDelay();
      client.on('close', () => connections.delete(client));
      client.on('error', () => undefined);
      client.on('authentication', (context) => {
        supplier.attempts.push(context.method);
        if (isRight(context)) context.accept();
        else context.reject(['password', 'publickey']);
      });
      client.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp())));
    });
    return created;
  }

  function isRight(context: ssh2.AuthContext): boolean {
    if (context.username !== 'yard') return false;
    if (context.method === 'password') return context.password === supplier.password;
    if (context.method !== 'publickey' || supplier.publicKey === '') return false;
    const key = ssh2.utils.parseKey(supplier.publicKey);
    if (key instanceof Error || Array.isArray(key) || !key.getPublicSSH().equals(context.key.data))
      return false;
    return (
      context.signature === undefined ||
      key.verify(context.blob as Buffer, context.signature, context.hashAlgo) === true
    );
  }

  function serve(sftp: ssh2.SFTPWrapper) {
    const open = new Map<string, string>();
    const stat = (id: number, path: string) => {
      const file = supplier.files.get(path);
      if (!file) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
      const size = Buffer.byteLength(file.content);
      sftp.attrs(id, { mode: 0o100644, uid: 0, gid: 0, size, atime: file.mtime, mtime: file.mtime });
    };
    sftp.on('STAT', stat);
    sftp.on('LSTAT', stat);
    sftp.on('FSTAT', (id, handle) => stat(id, open.get(handle.toString()) ?? ''));
    sftp.on('OPEN', (id, path, flags) => {
      const isWritten = (flags & OPEN_MODE.WRITE) !== 0;
      if (isWritten && !path.startsWith(supplier.writable))
        return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
      if (isWritten) supplier.files.set(path, { content: '', mtime: 1 });
      if (!supplier.files.has(path)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
      const handle = String(open.size);
      open.set(handle, path);
      sftp.handle(id, Buffer.from(handle));
    });
    sftp.on('READ', (id, handle, offset, length) => {
      supplier.reads += 1;
      if (supplier.hangs) return;
      const content = Buffer.from(supplier.files.get(open.get(handle.toString()) ?? '')?.content ?? '');
      if (offset >= content.length) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, content.subarray(offset, offset + length));
    });
    sftp.on('WRITE', (id, handle, _offset, data) => {
      const file = supplier.files.get(open.get(handle.toString()) ?? '');
      if (file) file.content += data.toString();
      sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on('REMOVE', (id, path) =>
      sftp.status(id, supplier.files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE),
    );
    sftp.on('RENAME', (id, from, to) => {
      const file = supplier.files.get(from);
      if (!file || supplier.files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE);
      supplier.files.delete(from);
      supplier.files.set(to, file);
      return sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
  }

  const stop = () =>
    new Promise<void>((resolve) => {
      for (const client of connections) client.end();
      server.close(() => resolve());
    });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const supplier = {
    port,
    password: 'a password of the yard',
    publicKey: '',
    files: new Map<string, { content: string; mtime: number }>(),
    writable: '/out/',
    attempts: [] as string[],
    reads: 0,
    hangs: false,
    renewHostKey: async () => {
      await stop();
      server = create();
      await listen(port);
    },
    [Symbol.asyncDispose]: stop,
  };
  return supplier;
}
