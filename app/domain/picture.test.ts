import { describe, expect, test } from 'vitest';
import { conditionKind } from './condition-kind.ts';
import { publicPicture, linkPreviewPicture } from './picture.ts';

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
