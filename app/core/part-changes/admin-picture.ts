import type { ActionResult } from '#core/values/action-result.ts';

/** An uploaded picture in the editor of a part. */
export interface AdminPicture {
  id: string;
  address: string;
  /** Pixels of the largest size. */
  width: number;
  height: number;
  /** '' means that the part's name describes it. */
  alt: string;
  isIllustration: boolean;
}

export interface PicturesResult extends ActionResult {
  /** All pictures of the part, in order. */
  pictures?: AdminPicture[];
}
