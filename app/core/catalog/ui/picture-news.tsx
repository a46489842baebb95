import type { ReactNode } from 'react';
import { type PartNews, stockNewsTexts } from '#core/live/live.ts';
import { formatDollars } from '#core/values/money.ts';
import type { CardPart } from '../card-part.ts';
import { isInStock } from '../part.ts';
import { classNames } from '#kit/class-names.ts';

interface PictureNewsProps {
  part: CardPart;
  news: PartNews;
  /** Stands above the news of a part that is out of stock. */
  outText?: string | undefined;
  small?: boolean;
}

/** Lies over the picture of a part, so that nothing moves. */
export function PictureNews({ part, news, outText, small }: PictureNewsProps) {
  const isOut = !isInStock(part);
  if (isOut && (outText || news.stock)) {
    return (
      <Strip
        small={small}
        className={`top-1/2 -translate-y-1/2 ${news.stock === 'held' ? 'bg-yellow-100 text-yellow-800' : 'bg-red-100 text-red-800'}`}
      >
        {outText && <span className="block">{outText}</span>}
        {news.stock && <span className="block">{stockNewsTexts[news.stock]}</span>}
      </Strip>
    );
  }
  if (isOut || (!news.stock && !news.oldPriceCents)) return null;
  return (
    <Strip small={small} className="bottom-0 bg-blue-100 text-blue-800">
      <News news={news} />
    </Strip>
  );
}

interface StripProps {
  small: boolean | undefined;
  className: string;
  children: ReactNode;
}

function Strip({ small, className, children }: StripProps) {
  return (
    <span
      className={classNames(
        'absolute inset-x-0 text-center font-semibold',
        small ? 'px-1 py-0.5 text-xs' : 'px-2 py-1.5 text-sm',
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Writes one line: 'Only 1 left · New price, was $45.00'. */
export function News({ news: { stock, oldPriceCents } }: { news: PartNews }) {
  return (
    <>
      {stock && stockNewsTexts[stock]}
      {stock && oldPriceCents && ' · '}
      {oldPriceCents && (
        <>
          New price, was <s>{formatDollars(oldPriceCents)}</s>
        </>
      )}
    </>
  );
}
