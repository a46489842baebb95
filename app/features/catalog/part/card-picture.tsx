import type { ReactNode } from 'react';
import { type PartNews, stockNewsTexts } from '#domain/live.ts';
import { formatDollars } from '#domain/money.ts';
import { isInStock, type Part } from '#domain/part.ts';
import { classNames } from '#ui/class-names.ts';
import { PartPicture } from '#ui/part-picture.tsx';

interface CardPictureProps {
  part: Part;
  news: PartNews;
  eager: boolean;
  /** Over the picture of a part that can't be bought. */
  outText?: string | undefined;
}

/** Shows news over the picture, so that nothing moves. */
export function CardPicture({ part, news, eager, outText }: CardPictureProps) {
  const isOut = !isInStock(part) && (news.stock ? stockNewsTexts[news.stock] : outText);
  return (
    <div className="relative border-b border-line bg-picture">
      <PartPicture
        src={part.imageUrl}
        alt=""
        width={320}
        height={240}
        eager={eager}
        className={`aspect-4/3 h-auto w-full ${isOut ? 'opacity-35' : ''}`}
      />
      {isOut && (
        <Strip
          className={`top-1/2 -translate-y-1/2 ${news.stock === 'held' ? 'bg-yellow-100 text-yellow-800' : 'bg-red-100 text-red-800'}`}
        >
          {isOut}
        </Strip>
      )}
      {!isOut && (news.stock || news.oldPriceCents) && (
        <Strip className="bottom-0 bg-blue-100 text-blue-800">
          <News news={news} />
        </Strip>
      )}
    </div>
  );
}

function Strip({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p className={classNames('absolute inset-x-0 px-2 py-1.5 text-center text-sm font-semibold', className)}>
      {children}
    </p>
  );
}

/** In one line: 'Only 1 left · New price, was $45.00'. */
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
