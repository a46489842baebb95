import type { ActionResult } from '#core/values/action-result.ts';

/** An uploaded picture in the editor of a part. */
export interface AdminPicture {
  id: string;
  address: string;
  /** In pixels, of the largest size. */
  width: number;
  height: number;
  /** '': described by the part's name. */
  alt: string;
  isIllustration: boolean;
}

export interface PicturesResult extends ActionResult {
  /** All pictures of the part, in their order. */
  pictures?: AdminPicture[];
}
