import { createContext, useContext } from 'react';
import { defaultShop, type Shop } from '../shop.ts';

/** A failed page has no settings. */
const ShopContext = createContext<Shop>(defaultShop);

export const ShopProvider = ShopContext.Provider;

/** Returns the owner's name, phone number, hours, and so on. */
export function useShop(): Shop {
  return useContext(ShopContext);
}
