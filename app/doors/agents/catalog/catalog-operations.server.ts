import { operation } from '../operation.ts';
import { lookupInput, productInput, searchInput } from './catalog-input.ts';
import { lookUp } from './look-up.server.ts';
import { getProduct } from './get-product.server.ts';
import { search } from './search.server.ts';

const reads = { method: 'POST', argument: 'catalog', changes: false, signsAnswer: false } as const;

export const catalogOperations = {
  search_catalog: operation({
    ...reads,
    capability: 'dev.ucp.shopping.catalog.search',
    path: '/catalog/search',
    description:
      "Finds car parts by words, number, or filters. With the buyer's car in filters.vehicle or filters.vin, only parts that fit it are found.",
    input: searchInput,
    run: search,
  }),
  lookup_catalog: operation({
    ...reads,
    capability: 'dev.ucp.shopping.catalog.lookup',
    path: '/catalog/lookup',
    description: 'Reads up to 50 parts by their ids or stock numbers.',
    input: lookupInput,
    run: lookUp,
  }),
  get_product: operation({
    ...reads,
    capability: 'dev.ucp.shopping.catalog.lookup',
    path: '/catalog/product',
    description: 'Reads one part by its id, with all pictures and the cars that it fits.',
    input: productInput,
    run: getProduct,
  }),
};
