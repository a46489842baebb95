import { describe, expect, test } from 'vitest';
import { conditionKind } from './condition-kind.ts';
import {
  drawingAddress,
  isIllustration,
  isUnpictured,
  linkPreviewPicture,
  pictureAddress,
  pictureForWidth,
  pictureName,
  pictureSources,
  pictureWidths,
  publicPicture,
  shownPictures,
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

test('the address of a drawing says so', () => {
  const name = '0123456789abcdef'.repeat(2);
  const drawing = pictureAddress(name, true);
  expect(drawing).toBe(`/files/drawings/${name}-1600.webp`);
  expect(pictureName(drawing)).toBe(name);
  expect(pictureName(null)).toBeUndefined();
  expect([drawing, '/parts/horn.svg', '/parts/horn.svg#very-good'].every(isIllustration)).toBe(true);
  expect(
    [pictureAddress(name), '/parts/horn.webp', 'https://x.test/parts/a.svg', `x${drawing}`, null].some(
      isIllustration,
    ),
  ).toBe(false);
});

test('a part without a photo is drawn by its name and condition', () => {
  expect(drawingAddress({ name: 'Hood & Hinge', condition: 'Very Good' })).toBe(
    '/drawings/part.svg?name=Hood+%26+Hinge&condition=Very+Good',
  );
  expect(drawingAddress({ name: 'Hood', condition: null })).toBe('/drawings/part.svg?name=Hood');
  expect([null, undefined, '', '/placeholder.svg', '/parts/hood.svg#good'].every(isUnpictured)).toBe(true);
  expect(['/hood.svg', pictureAddress('0'.repeat(32), true)].some(isUnpictured)).toBe(false);
});

test('a page offers the sizes of a stored picture', () => {
  const name = 'a'.repeat(32);
  const address = pictureAddress(name);
  const at = (longest: number) => address.replace('1600', String(longest));
  expect(pictureSources(address)).toBe(`${at(320)} 320w, ${at(800)} 800w, ${at(1600)} 1600w`);
  expect(pictureSources(address, { width: 1200, height: 1600 })).toBe(
    `${at(320)} 240w, ${at(800)} 600w, ${at(1600)} 1200w`,
  );
  expect(pictureSources(address, { width: 500, height: 400 })).toBe(`${at(320)} 320w, ${at(800)} 500w`);
  expect(pictureSources('/parts/horn.svg')).toBeUndefined();
});

test('a part shows its uploaded pictures, or another image alone', () => {
  const uploaded = ['a', 'b'].map((name) => ({
    address: pictureAddress(name.repeat(32)),
    size: { width: 4, height: 3 },
    alt: null,
  }));
  const [first] = uploaded;
  expect(shownPictures(first?.address ?? '', uploaded)).toEqual(uploaded);
  expect(shownPictures('/a.jpg', uploaded)).toEqual([{ address: '/a.jpg', size: null, alt: null }]);
  expect(shownPictures(null, uploaded)).toEqual([]);
  expect(shownPictures('', [])).toEqual([]);
});

test('a refused upload says why', () => {
  expect(pictureErrors).toEqual({
    tooManyBytes: 'The picture must not be larger than 10 MB.',
    tooManyPixels: 'The picture must not have more than 50 megapixels.',
    heic: "HEIC pictures can't be read here. Please save this one as a JPG first.",
    wrongType: 'Only PNG, JPG and WEBP pictures can be uploaded.',
    tooMuchMemory: 'The picture needs too much memory to be read. Please save it again as a JPG.',
    wrongSize: 'The picture has the wrong size.',
    unreadable: "This file is damaged: it can't be read as a picture.",
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
