export const MAX_UPLOAD_BYTES = 10_000_000;

/** A small file can decode to a huge picture. */
export const MAX_UPLOAD_PIXELS = 50_000_000;

export const pictureErrors = {
  tooManyBytes: 'The picture must not be larger than 10 MB.',
  tooManyPixels: 'The picture must not have more than 50 megapixels.',
  wrongType: 'Only PNG, JPG and WEBP pictures can be uploaded.',
  heic: "HEIC pictures can't be read here. Please save this one as a JPG first.",
  wrongSize: 'The picture has the wrong size.',
  tooMuchMemory: 'The picture needs too much memory to be read. Please save it again as a JPG.',
  unreadable: "This file is damaged: it can't be read as a picture.",
} as const;
