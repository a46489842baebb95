import type { SVGProps } from 'react';
import sprite from './sprite.svg?url&no-inline';

export type Icon = (props: SVGProps<SVGSVGElement>) => React.ReactElement;

/**
 * An icon of Lucide's under its name there. All are drawn in one file, sprite.svg (npm run icons), so that neither the
 * pages nor their scripts carry the drawings. Size, colour and weight of the line come from classes.
 */
function icon(name: string): Icon {
  return function DrawnIcon({ className, ...props }) {
    return (
      <svg width="24" height="24" aria-hidden {...props} className={`icon ${className ?? ''}`}>
        <use href={`${sprite}#${name}`} />
      </svg>
    );
  };
}

export const ArrowDown = /* @__PURE__ */ icon('ArrowDown');
export const ArrowLeft = /* @__PURE__ */ icon('ArrowLeft');
export const ArrowRight = /* @__PURE__ */ icon('ArrowRight');
export const ArrowUp = /* @__PURE__ */ icon('ArrowUp');
export const BadgeCheck = /* @__PURE__ */ icon('BadgeCheck');
export const BadgeDollarSign = /* @__PURE__ */ icon('BadgeDollarSign');
export const Camera = /* @__PURE__ */ icon('Camera');
export const Check = /* @__PURE__ */ icon('Check');
export const ChevronDown = /* @__PURE__ */ icon('ChevronDown');
export const ChevronLeft = /* @__PURE__ */ icon('ChevronLeft');
export const ChevronRight = /* @__PURE__ */ icon('ChevronRight');
export const CircleAlert = /* @__PURE__ */ icon('CircleAlert');
export const CircleCheck = /* @__PURE__ */ icon('CircleCheck');
export const CircleUser = /* @__PURE__ */ icon('CircleUser');
export const CircleX = /* @__PURE__ */ icon('CircleX');
export const Clock = /* @__PURE__ */ icon('Clock');
export const Columns3 = /* @__PURE__ */ icon('Columns3');
export const Download = /* @__PURE__ */ icon('Download');
export const Info = /* @__PURE__ */ icon('Info');
export const KeyRound = /* @__PURE__ */ icon('KeyRound');
export const LoaderCircle = /* @__PURE__ */ icon('LoaderCircle');
export const LogOut = /* @__PURE__ */ icon('LogOut');
export const Mail = /* @__PURE__ */ icon('Mail');
export const MapPin = /* @__PURE__ */ icon('MapPin');
export const Menu = /* @__PURE__ */ icon('Menu');
export const MessagesSquare = /* @__PURE__ */ icon('MessagesSquare');
export const Minus = /* @__PURE__ */ icon('Minus');
export const OctagonAlert = /* @__PURE__ */ icon('OctagonAlert');
export const PackageCheck = /* @__PURE__ */ icon('PackageCheck');
export const PackageOpen = /* @__PURE__ */ icon('PackageOpen');
export const Pencil = /* @__PURE__ */ icon('Pencil');
export const Phone = /* @__PURE__ */ icon('Phone');
export const Plus = /* @__PURE__ */ icon('Plus');
export const RefreshCw = /* @__PURE__ */ icon('RefreshCw');
export const ScrollText = /* @__PURE__ */ icon('ScrollText');
export const Search = /* @__PURE__ */ icon('Search');
export const Settings = /* @__PURE__ */ icon('Settings');
export const ShieldAlert = /* @__PURE__ */ icon('ShieldAlert');
export const ShieldCheck = /* @__PURE__ */ icon('ShieldCheck');
export const ShieldX = /* @__PURE__ */ icon('ShieldX');
export const ShoppingCart = /* @__PURE__ */ icon('ShoppingCart');
export const Trash2 = /* @__PURE__ */ icon('Trash2');
export const TriangleAlert = /* @__PURE__ */ icon('TriangleAlert');
export const Truck = /* @__PURE__ */ icon('Truck');
export const User = /* @__PURE__ */ icon('User');
export const X = /* @__PURE__ */ icon('X');
export const ZoomIn = /* @__PURE__ */ icon('ZoomIn');
export const ZoomOut = /* @__PURE__ */ icon('ZoomOut');
