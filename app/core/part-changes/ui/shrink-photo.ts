/** Longest edge in pixels. Covers the largest stored size at a tenth of a phone photo's bytes, for a bad network. */
const LONGEST = 2400;
const PREVIEW = 192;
const SMALL_BYTES = 1_000_000;

/** Makes a smaller copy and a preview. Sends an unreadable file unchanged, so that the shop says why it refuses it. */
export async function shrinkPhoto(file: File): Promise<{ content: Blob; preview?: string }> {
  try {
    // The bitmap is upright, as the camera's orientation says.
    const bitmap = await createImageBitmap(file);
    const preview = draw(bitmap, PREVIEW).toDataURL('image/jpeg', 0.7);
    const content = file.size > SMALL_BYTES ? await encode(draw(bitmap, LONGEST)) : file;
    bitmap.close();
    return { content: content && content.size < file.size ? content : file, preview };
  } catch {
    return { content: file };
  }
}

function draw(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}
