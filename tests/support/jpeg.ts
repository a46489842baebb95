import sharp from 'sharp';

export async function jpegBytes(width: number, height = width): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, n) => (n * 2_654_435_761) >>> 24),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}

export async function jpeg(width: number, height = width): Promise<string> {
  return jpegUrl(await jpegBytes(width, height));
}

export function jpegUrl(content: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(content).toString('base64')}`;
}

/** Changes the size in a JPEG's header, to at most 65,535 pixels per side. */
export function withDeclaredSize(content: Buffer, width: number, height = width): Buffer {
  const changed = Buffer.from(content);
  const frame = changed.indexOf(Buffer.from('ffc0', 'hex'));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}
