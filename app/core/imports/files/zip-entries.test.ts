import { expect, test } from 'vitest';
import { isIgnored, readPictureName, refuseEntry, type ZipEntry } from './zip-entries.ts';

const entry: ZipEntry = {
  path: 'hood.jpg',
  packedBytes: 90_000,
  unpackedBytes: 100_000,
  isEncrypted: false,
  isLink: false,
};

test.each([
  [{}, undefined],
  [{ isLink: true }, 'This is a link, not a file'],
  [{ isEncrypted: true }, 'This file has a password'],
  [{ path: 'more.zip' }, 'This is not a picture: only PNG, JPG and WEBP are read'],
  [{ unpackedBytes: 1024 ** 3 }, 'The picture must not be larger than 10 MB.'],
  [{ unpackedBytes: 10_000_000 }, 'This file is compressed too much to be a picture'],
])('%o', (facts, reason) => {
  expect(refuseEntry({ ...entry, ...facts })).toBe(reason);
});

test.each(['__MACOSX/hood.jpg', 'a/._hood.jpg', 'a/', '.DS_Store', 'a/Thumbs.db'])(
  '%s is ignored',
  (path) => {
    expect(isIgnored({ ...entry, path })).toBe(true);
  },
);

test.each([
  ['A-1.jpg', ['A-1 1', 'A 1']],
  ['A-1-2.JPEG', ['A-1-2 1', 'A-1 2']],
  ['A 17_3.webp', ['A 17_3 1', 'A 17 3']],
  ['A17 (2).png', ['A17 (2) 1', 'A17 2']],
  ['hood.png', ['hood 1']],
])('%s', (name, meanings) => {
  expect(readPictureName(name).map(({ stockNumber, number }) => `${stockNumber} ${number}`)).toEqual(
    meanings,
  );
});
