/**
 * Lists names of engines: 'name, name = facts', in lower case. A fact is a displacement in liters, v6 or i4, a fuel, or turbo.
 * A name finds parts with one of the displacements and all other facts first, and leaves out no others: it never decides fit.
 * Displacements: the articles on each engine in Wikipedia, August 2026.
 */
export const engineFamilies: readonly string[] = [
  // Chrysler
  'hemi = 5.7 6.1 6.2 6.4 v8',
  'hellcat = 6.2 v8 supercharged',
  'pentastar = 3.2 3.6 v6',
  'magnum = 3.9 5.2 5.9',
  'cummins = 5.9 6.7 diesel',
  // Ford
  'ecoboost, eco boost = 1.0 1.5 1.6 2.0 2.3 2.7 3.0 3.5 turbo',
  'triton = 4.6 5.4 6.8',
  'coyote = 5.0 v8',
  'cyclone = 3.5 3.7 v6',
  'godzilla = 6.8 7.3 v8',
  'powerstroke, power stroke = 3.0 6.0 6.4 6.7 7.3 diesel',
  'duratec = 1.8 2.0 2.3 2.5 3.0 3.5',
  // General Motors; LS1 and the like are option codes.
  'vortec = 4.3 4.8 5.3 5.7 6.0 6.2 7.4 8.1',
  'ls swap, ls engine, ls motor = 4.8 5.3 5.7 6.0 6.2 7.0 v8',
  'duramax = 2.8 3.0 6.6 diesel',
  'ecotec = 1.4 1.8 2.0 2.2 2.4 2.5',
  'northstar = 4.6 v8',
  'ls1, ls6 = 5.7 v8',
  'lt1 = 5.7 6.2 v8',
  'ls2, lq4, lq9 = 6.0 v8',
  'ls3, l92, l99, l86, l87, lt2, lt4, ls9, lsa = 6.2 v8',
  'ls7 = 7.0 v8',
  'lm7, l59, l33, lm4, lc9, lmg, lh6, ly5, l83, l84, l82 = 5.3 v8',
  'lr4, ly2 = 4.8 v8',
  'lfx, llt, lgx = 3.6 v6',
  'lly, lbz, lmm, lml, lb7, l5p = 6.6 v8 diesel',
  // Honda
  'vtec, ivtec = ',
  'k20, k20a, k20z3, k20c1 = 2.0 i4',
  'k24, k24a, k24z7, k24a2, k24w = 2.4 i4',
  'r18, r18a, r18z = 1.8 i4',
  'j35, j35a, j35z = 3.5 v6',
  'd16, b16, d16y8 = 1.6 i4',
  'b18 = 1.8 i4',
  'h22 = 2.2 i4',
  // Toyota
  '2jz, 2jzgte, 2jzge = 3.0 i6',
  '1zz, 2zz = 1.8 i4',
  '2az, 2azfe = 2.4 i4',
  '2ar, 2arfe = 2.5 i4',
  '2gr, 2grfe = 3.5 v6',
  '1mz, 1mzfe = 3.0 v6',
  '3ur, 3urfe = 5.7 v8',
  '2uz, 2uzfe = 4.7 v8',
  '1gr, 1grfe = 4.0 v6',
  '5vz, 5vzfe = 3.4 v6',
  '2tr, 2trfe = 2.7 i4',
  // Nissan
  'vq35, vq35de, vq35hr = 3.5 v6',
  'vq40, vq40de = 4.0 v6',
  'qr25, qr25de = 2.5 i4',
  'vk56, vk56de = 5.6 v8',
  'mr20, mr20de = 2.0 i4',
  // Subaru
  'ej25, ej253, ej255, ej257 = 2.5',
  'fb25 = 2.5',
  'fa20, fb20 = 2.0',
  // Volkswagen and Audi
  'tdi = 1.9 2.0 3.0 diesel',
  'tsi, tfsi = 1.4 1.8 2.0 turbo',
  'vr6 = 2.8 3.2 3.6',
  // BMW
  'm52 = 2.5 2.8 i6',
  'm54 = 2.2 2.5 3.0 i6',
  'n52 = 2.5 3.0 i6',
  'n54, n55, b58 = 3.0 i6 turbo',
  'n20, b46, b48 = 2.0 i4 turbo',
  // Mazda and Hyundai
  'skyactiv = 2.0 2.5',
  'theta, theta ii = 2.0 2.4',
];
