import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Duplex } from 'node:stream';

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const SEGMENT_BYTES = 65_536;

const CUT_OFF = 'the file is cut off';
const NOT_OPENED = 'BACKUP_KEY is not its key, or the file was changed or cut off';

/** Encrypts a stream with AES-256-GCM, in segments of 64 KiB. */
export function encrypt(key: string): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const salt = randomBytes(SALT_BYTES);
    const ownKey = fileKey(key, salt);
    yield salt;
    for await (const { content, nonce } of segments(source, SEGMENT_BYTES)) {
      const cipher = createCipheriv(CIPHER, ownKey, nonce);
      yield Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    }
  });
}

/** Fails with the first segment that was changed, moved or cut off, or if the key is another one. */
export function decrypt(key: string): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const { salt, rest } = await takeSalt(source[Symbol.asyncIterator]());
    const ownKey = fileKey(key, salt);
    for await (const { content, nonce } of segments(rest, SEGMENT_BYTES + TAG_BYTES)) {
      const end = content.length - TAG_BYTES;
      if (end < 0) throw new Error(CUT_OFF);
      const decipher = createDecipheriv(CIPHER, ownKey, nonce);
      decipher.setAuthTag(content.subarray(end));
      const opened = decipher.update(content.subarray(0, end));
      try {
        decipher.final();
      } catch {
        throw new Error(NOT_OPENED);
      }
      yield opened;
    }
  });
}

/** Each file has a key of its own, so that the numbers of its segments can be the nonces. */
function fileKey(key: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'partyard backup', 32));
}

interface Segment {
  content: Buffer;
  nonce: Buffer;
}

/** All segments except the last one have the same size. */
async function* segments(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Segment> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const chunk of source) {
    rest = Buffer.concat([rest, chunk]);
    // A full segment waits, because it can be the last one.
    for (; rest.length > bytes; rest = rest.subarray(bytes))
      yield { content: rest.subarray(0, bytes), nonce: segmentNonce(number++, false) };
  }
  yield { content: rest, nonce: segmentNonce(number, true) };
}

/** The last segment has a different nonce, so a truncated file fails to decrypt. */
function segmentNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

async function takeSalt(
  source: AsyncIterator<Buffer>,
): Promise<{ salt: Buffer; rest: AsyncIterable<Buffer> }> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < SALT_BYTES) {
    const { done, value } = await source.next();
    if (done) throw new Error(CUT_OFF);
    start = Buffer.concat([start, value]);
  }
  const rest = async function* () {
    yield start.subarray(SALT_BYTES);
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  };
  return { salt: start.subarray(0, SALT_BYTES), rest: rest() };
}
