import { describe, expect, test } from 'vitest';
import { conditionKind } from './condition-kind.ts';
import {
  linkPreviewPicture,
  pictureAddress,
  pictureForWidth,
  pictureWidths,
  publicPicture,
} from './picture.ts';
import { pictureErrors } from './picture-upload.ts';

const SITE = 'https://shop.test';

describe('the public URL of a picture', () => {
  test.each([
    ['/parts/brake pads.svg', `${SITE}/parts/brake%20pads.svg`],
    ['https://pictures.test/a.jpg', 'https://pictures.test/a.jpg'],
    ['http://pictures.test/a.jpg', undefined],
    ['//pictures.test/a.jpg', 'https://pictures.test/a.jpg'],
    ['data:image/png;base64,AAAA', undefined],
    ['javascript:alert(1)', undefined],
    ['https://', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is %s', (address, picture) => {
    expect(publicPicture(address, SITE)).toBe(picture);
  });

  test('a link preview has no SVG', () => {
    expect(linkPreviewPicture('/parts/brake-pads.SVG?1', SITE)).toBeUndefined();
    expect(linkPreviewPicture('/a.webp', SITE)).toBe(`${SITE}/a.webp`);
  });
});

describe('a stored picture', () => {
  const hash = '0123456789abcdef'.repeat(2);
  const stored = (width: number) => `/files/pictures/${hash}-${width}.webp`;

  test('has the address of its largest width', () => {
    expect(pictureWidths).toEqual([320, 800, 1600]);
    expect(pictureAddress(hash)).toBe(stored(1600));
  });

  test.each([
    [1, 320],
    [160, 320],
    [161, 800],
    [400, 800],
    [401, 1600],
    [800, 1600],
    [2_000, 1600],
  ])('shown at %i pixels is loaded at %i', (width, loaded) => {
    expect(pictureForWidth(pictureAddress(hash), width)).toBe(stored(loaded));
  });

  test.each(['/parts/horn-1600.webp', 'https://pictures.test/a-1600.webp', `x${stored(1600)}`, ''])(
    'other addresses are unchanged: %s',
    (address) => expect(pictureForWidth(address, 100)).toBe(address),
  );
});

test('a refused upload says why', () => {
  expect(pictureErrors).toEqual({
    tooManyBytes: 'The picture must not be larger than 10 MB.',
    tooManyPixels: 'The picture must not have more than 50 megapixels.',
    wrongType: 'Only PNG, JPG and WEBP pictures can be uploaded.',
    unreadable: 'This file is damaged: it cannot be read as a picture.',
  });
});

test.each([
  ['New', 'new'],
  [' new ', 'new'],
  ['Like New', 'used'],
  ['Remanufactured', 'refurbished'],
  ['Factory refurbished', 'refurbished'],
  ['Out of Stock', 'used'],
  ['', 'used'],
  [null, 'used'],
])('the condition %j is %s', (name, kind) => {
  expect(conditionKind(name)).toBe(kind);
});
