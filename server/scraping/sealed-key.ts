import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derived from AUTH_SECRET with its own label, like the database passwords. */
function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'partyard scraping key', 32));
}

export function sealKey(secret: string, apiKey: string, crawlId: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(secret), nonce);
  cipher.setAAD(Buffer.from(crawlId));
  const sealed = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts an API key. Returns undefined if it was changed, or sealed for another crawl or with another secret. */
export function openKey(secret: string, sealedKey: string, crawlId: string): string | undefined {
  const bytes = Buffer.from(sealedKey, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, sealingKey(secret), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(crawlId));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
