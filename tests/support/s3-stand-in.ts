import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** A request can fail in these ways. */
type Fault =
  | 'hang'
  | 'cut off'
  | 'page'
  /** The connection ends after the request was obeyed. */
  | 'lost answer'
  | 'stall'
  | 'slow'
  | 'wrong length'
  | 'wrong content'
  | 'wrong sum'
  | { status: number; code: string };

interface StoredObject {
  content: Buffer;
  etag: string;
  contentType: string;
  storedAt: Date;
}

interface Upload {
  key: string;
  contentType: string;
  startedAt: Date;
  parts: Map<number, Buffer>;
}

export interface S3Request {
  method: string;
  /** The key has no bucket in it. */
  key: string;
  query: URLSearchParams;
}

export interface S3StandIn extends AsyncDisposable {
  endpoint: string;
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKey: string;
    secretKey: string;
    pathStyle: boolean;
  };
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  requests: S3Request[];
  /** Number of objects on a page of a list. */
  pageSize: number;
  /** The store's clock is ahead by this many milliseconds. */
  clockErrorMs: number;
  /** True if the store knows If-None-Match for writes. */
  knowsConditions: boolean;
  fault: (request: S3Request) => Fault | undefined;
}

const SKEW_MS = 15 * 60 * 1_000;
const BUCKET = 'shop';

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, details = '') {
    super(code);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Starts a server that speaks S3: it verifies signatures, and has one bucket. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: S3StandIn = {
    endpoint,
    settings: {
      endpoint,
      bucket: BUCKET,
      region: 'eu-test-1',
      accessKey: 'TESTKEY',
      secretKey: randomBytes(20).toString('base64'),
      pathStyle: true,
    },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    pageSize: 1_000,
    clockErrorMs: 0,
    knowsConditions: true,
    fault: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks = await request.toArray().catch(() => undefined);
      // The client has left.
      if (!chunks) return;
      const body = Buffer.concat(chunks);
      const [path = '', search = ''] = (request.url ?? '').split('?');
      const query = new URLSearchParams(search);
      const host = request.headers.host ?? '';
      const inHost = host.startsWith(`${BUCKET}.`);
      const [bucket, ...rest] = inHost ? [BUCKET, ...path.slice(1).split('/')] : path.slice(1).split('/');
      const asked = { method: request.method ?? '', key: decodeURIComponent(rest.join('/')), query };
      store.requests.push(asked);
      const fault = store.fault(asked);
      if (fault === 'hang') return;
      if (fault === 'cut off') return void request.socket.destroy();
      if (fault === 'page') return void response.end('<html><body>Please sign in</body></html>');
      if (typeof fault === 'object') throw new Refused(fault.status, fault.code);
      verify(request, body);
      if (bucket !== BUCKET) throw new Refused(404, 'NoSuchBucket');
      obey(asked, { body, headers: request.headers, response, fault });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, code, details } = error;
      response.writeHead(status, {
        'content-type': 'application/xml',
        ...(status >= 300 && status < 400 && { location: `${endpoint}/elsewhere` }),
      });
      response.end(
        request.method === 'HEAD'
          ? undefined
          : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Test &amp; refuse</Message>${details}</Error>`,
      );
    }
  }

  /** Computes the signature from what arrived, by the rules of AWS's documentation. */
  function verify(request: IncomingMessage, body: Buffer): void {
    const found =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
        request.headers.authorization ?? '',
      );
    if (!found) throw new Refused(403, 'AccessDenied');
    const [, accessKey = '', day = '', region = '', signed = '', signature = ''] = found;
    const { settings } = store;
    if (accessKey !== settings.accessKey) throw new Refused(403, 'InvalidAccessKeyId');
    if (region !== settings.region)
      throw new Refused(400, 'AuthorizationHeaderMalformed', `<Region>${settings.region}</Region>`);
    const stamp = String(request.headers['x-amz-date']);
    const sentAt = Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (!(Math.abs(sentAt - (Date.now() + store.clockErrorMs)) < SKEW_MS))
      throw new Refused(403, 'RequestTimeTooSkewed');
    const bodyHash = createHash('sha256').update(body).digest('hex');
    if (request.headers['x-amz-content-sha256'] !== bodyHash)
      throw new Refused(400, 'XAmzContentSHA256Mismatch');
    for (const name of Object.keys(request.headers)) {
      const mustBeSigned = name === 'host' || name.startsWith('x-amz-') || name === 'content-md5';
      if (mustBeSigned && !signed.split(';').includes(name)) throw new Refused(403, 'AccessDenied');
    }
    let text = `${request.method}\n`;
    const question = (request.url ?? '').indexOf('?');
    text += `${question < 0 ? request.url : (request.url ?? '').slice(0, question)}\n`;
    const parameters = question < 0 ? [] : (request.url ?? '').slice(question + 1).split('&');
    text += `${parameters
      .map((each) => (each.includes('=') ? each : `${each}=`))
      .toSorted()
      .join('&')}\n`;
    for (const name of signed.split(';')) text += `${name}:${String(request.headers[name])}\n`;
    text += `\n${signed}\n${bodyHash}`;
    let key: Buffer = Buffer.from(`AWS4${settings.secretKey}`);
    for (const step of [day, region, 's3', 'aws4_request'])
      key = createHmac('sha256', key).update(step).digest();
    const requestHash = createHash('sha256').update(text).digest('hex');
    const expected = createHmac('sha256', key)
      .update(`AWS4-HMAC-SHA256\n${stamp}\n${day}/${region}/s3/aws4_request\n${requestHash}`)
      .digest('hex');
    if (expected !== signature) throw new Refused(403, 'SignatureDoesNotMatch');
    const sum = request.headers['content-md5'];
    if (sum !== undefined && sum !== createHash('md5').update(body).digest('base64'))
      throw new Refused(400, 'BadDigest');
  }

  function obey(
    { method, key, query }: S3Request,
    {
      body,
      headers,
      response,
      fault,
    }: {
      body: Buffer;
      headers: IncomingMessage['headers'];
      response: ServerResponse;
      fault: Fault | undefined;
    },
  ): void {
    const answer = (status: number, content: string | Buffer = '', more: Record<string, string> = {}) => {
      if (fault === 'lost answer') return void response.destroy();
      response.writeHead(status, { 'content-length': String(Buffer.byteLength(content)), ...more });
      response.end(content);
    };
    const tagOf = (content: Buffer) =>
      fault === 'wrong sum' ? `"${'0'.repeat(32)}"` : `"${createHash('md5').update(content).digest('hex')}"`;
    const requireCondition = () => {
      if (headers['if-none-match'] === undefined) return;
      if (!store.knowsConditions) throw new Refused(501, 'NotImplemented');
      if (store.objects.has(key)) throw new Refused(412, 'PreconditionFailed');
    };
    const uploadId = query.get('uploadId') ?? '';
    const upload = store.uploads.get(uploadId);

    if (key === '') return answer(200, query.has('uploads') ? listUploads() : listObjects(query));
    if (method === 'POST' && query.has('uploads')) {
      const id = randomBytes(8).toString('hex');
      const contentType = String(headers['content-type']);
      store.uploads.set(id, { key, contentType, startedAt: new Date(), parts: new Map() });
      return answer(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (query.has('uploadId') && upload?.key !== key) throw new Refused(404, 'NoSuchUpload');
    if (method === 'PUT' && upload) {
      upload.parts.set(Number(query.get('partNumber')), body);
      return answer(200, '', { etag: tagOf(body) });
    }
    if (method === 'DELETE' && upload) {
      store.uploads.delete(uploadId);
      return answer(204);
    }
    if (method === 'POST' && upload) {
      requireCondition();
      const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>("\w+")<\/ETag>/g)];
      const parts = listed.map(([, number, tag]) => {
        const part = upload.parts.get(Number(number));
        if (!part || tagOf(part) !== tag) throw new Refused(400, 'InvalidPart');
        return part;
      });
      if (parts.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024))
        throw new Refused(400, 'EntityTooSmall');
      store.objects.set(key, {
        content: Buffer.concat(parts),
        etag: `"${randomBytes(16).toString('hex')}-${parts.length}"`,
        contentType: upload.contentType,
        storedAt: new Date(),
      });
      store.uploads.delete(uploadId);
      return answer(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
    if (method === 'PUT') {
      requireCondition();
      const contentType = String(headers['content-type']);
      store.objects.set(key, { content: body, etag: tagOf(body), contentType, storedAt: new Date() });
      return answer(200, '', { etag: tagOf(body) });
    }
    if (method === 'DELETE') {
      store.objects.delete(key);
      return answer(204);
    }
    const object = store.objects.get(key);
    if (!object) throw new Refused(404, 'NoSuchKey');
    const { content, etag, contentType } = object;
    const changed = fault === 'wrong content' ? Buffer.from(content).fill(7, 0, 1) : content;
    const more = { etag, 'content-type': contentType, 'content-length': String(content.length) };
    if (fault === 'slow') {
      response.writeHead(200, more);
      return void Readable.from(slowly(content)).pipe(response);
    }
    if (fault === 'stall') {
      response.writeHead(200, more);
      return void response.write(content.subarray(0, 1));
    }
    if (fault !== 'wrong length') return answer(200, method === 'HEAD' ? '' : changed, more);
    response.writeHead(200, more);
    response.write(content.subarray(0, content.length - 1), () => response.destroy());
  }

  async function* slowly(content: Buffer): AsyncGenerator<Buffer> {
    for (let start = 0; start < content.length; start += 2) {
      yield content.subarray(start, start + 2);
      await wait(300);
    }
  }

  function listObjects(query: URLSearchParams): string {
    if (query.get('list-type') !== '2') throw new Refused(501, 'NotImplemented');
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const keys = [...store.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted();
    const page = keys.slice(0, store.pageSize);
    const entries = page.map((key) => {
      const { content, etag, storedAt } = store.objects.get(key) as StoredObject;
      return `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${content.length}</Size></Contents>`;
    });
    const next = keys.length > page.length ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined;
    return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${next !== undefined}</IsTruncated>${entries.join('')}${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`;
  }

  function listUploads(): string {
    const entries = [...store.uploads].map(
      ([id, { key, startedAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    );
    return `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`;
  }

  return store;
}
