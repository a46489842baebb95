import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderFiles } from '../files/folder-files.ts';
import { createPictureReader, embedPictures } from './embed-pictures.ts';

const SITE = 'https://shop.example';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partyard-mail-pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('stored pictures and drawings become JPGs of the mail; what is missing or from elsewhere stays', async () => {
  const files = createFolderFiles(folder);
  const clear = { width: 320, height: 160, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
  await files.put('pictures/logo-320.webp', await sharp({ create: clear }).webp().toBuffer());
  await files.put('pictures/broken-320.webp', Buffer.from('no picture'));
  const readPicture = createPictureReader({ files });
  const part = `<img src="${SITE}/parts/battery.svg" alt="Battery" width="56" height="56"/>`;
  const others = [
    '/files/pictures/broken-320.webp',
    '/files/pictures/gone-320.webp',
    '/parts/../secret.svg',
    '/health',
  ]
    .map((path) => `<img src="${SITE}${path}" alt="" width="56" height="56"/>`)
    .join('');
  const html = `<a><img src="${SITE}/files/pictures/logo-320.webp" alt="" height="40"/></a>${part}${part}${others}`;
  const mail = await embedPictures(html, readPicture);
  expect(mail.html).toBe(
    html
      .replace(`${SITE}/files/pictures/logo-320.webp`, 'cid:picture-1@shop')
      .replaceAll(`${SITE}/parts/battery.svg`, 'cid:picture-2@shop'),
  );
  const sizes = [];
  for (const { content, contentType } of mail.attachments ?? []) {
    expect(contentType).toBe('image/jpeg');
    expect(content.length).toBeLessThan(10_000);
    const { format, width, height } = await sharp(content).metadata();
    sizes.push([format, width, height]);
  }
  expect(sizes).toEqual([
    ['jpeg', 160, 80],
    ['jpeg', 112, 112],
  ]);
  // A transparent picture is not white.
  const { data } = await sharp(mail.attachments?.[0]?.content).raw().toBuffer({ resolveWithObject: true });
  for (const [index, value] of [0xf0, 0xf3, 0xf4].entries())
    expect(Math.abs((data[index] ?? 0) - value)).toBeLessThan(3);
  // A second copy of a mail is identical.
  expect(await embedPictures(html, readPicture)).toEqual(mail);
});

test('without a reader, a mail stays as it is', async () => {
  const html = `<img src="${SITE}/parts/battery.svg" alt="Battery"/>`;
  expect(await embedPictures(html, undefined)).toEqual({ html });
});
