import sharp, { type Sharp } from 'sharp';
import type { EncodedPicture, PictureProblem, PictureRecipe, PictureType } from './pictures.server.ts';
import { serveReader } from '#core/platform/readers/serve-reader.server.ts';

const TIMEOUT_SECONDS = 20;

// Pictures come one at a time, and none is needed again.
sharp.cache(false);

// The process that decodes pictures. ../pictures.server.ts starts it.
serveReader(() => ({ encode }));

async function encode(
  content: Uint8Array,
  recipe: PictureRecipe & { type: PictureType },
): Promise<{ pictures: EncodedPicture[] } | { problem: PictureProblem }> {
  const { maxPixels, square, longest, background } = recipe;
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (width * height > maxPixels) return { problem: 'tooManyPixels' };
    if (square && (width !== height || width < square.min || width > square.max))
      return { problem: 'wrongSize' };
    // The picture is decoded once for all copies.
    const upright = within(picture.timeout({ seconds: TIMEOUT_SECONDS }).autoOrient(), Math.max(...longest));
    const { data, info } = await (background ? upright.flatten({ background }) : upright)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const pictures: EncodedPicture[] = [];
    for (const side of longest) {
      const sized = within(sharp(data, { raw }), side);
      const { format, quality } = recipe;
      const made = await (format === 'jpg' ? sized.jpeg({ quality }) : sized.webp({ quality })).toBuffer({
        resolveWithObject: true,
      });
      pictures.push({
        content: new Uint8Array(made.data),
        width: made.info.width,
        height: made.info.height,
      });
    }
    return { pictures };
  } catch (error) {
    return { problem: /pixel limit/.test(String(error)) ? 'tooManyPixels' : 'unreadable' };
  }
}

function within(picture: Sharp, longest: number): Sharp {
  return picture.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
}
