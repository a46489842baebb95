import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Says how a text is sealed, so that another way can follow. Texts without a version are sealed in this way, too. */
const VERSION = 'v1.';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealing {
  /** The value of AUTH_SECRET. */
  secret: string;
  /** Each label has its own key, like the database passwords. */
  label: 'partyard scraping key' | 'partyard import source' | 'partyard agents';
  /** The owner of the secret, such as the id of a row. It opens for no other owner. */
  owner: string;
}

function sealingKey({ secret, label }: Sealing): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', label, 32));
}

export function sealSecret(text: string, sealing: Sealing): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(sealing), nonce);
  cipher.setAAD(Buffer.from(sealing.owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns undefined if the text was changed, or sealed for another owner or with another secret. */
export function openSecret(sealed: string, sealing: Sealing): string | undefined {
  const bytes = Buffer.from(sealed.startsWith(VERSION) ? sealed.slice(VERSION.length) : sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, sealingKey(sealing), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(sealing.owner));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
