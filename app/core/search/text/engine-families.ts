/**
 * Lists names of engines: 'name, name = facts', in lower case. A fact is a displacement in liters, v6 or i4, a fuel, turbo, or a
 * make. A name finds parts with one of the displacements, one of the makes and all other facts first. It leaves out no parts,
 * because it never decides fit.
 * Displacements are general knowledge and were not checked one by one: correct what you find wrong.
 */
export const engineFamilies: readonly string[] = [
  // Chrysler
  'hemi = 5.7 6.1 6.2 6.4 v8 Dodge Chrysler Ram Jeep',
  'hellcat = 6.2 v8 supercharged Dodge Chrysler Ram Jeep',
  'pentastar = 3.2 3.6 v6 Dodge Chrysler Ram Jeep',
  'magnum = 3.9 5.2 5.9 Dodge Chrysler Ram Jeep',
  'cummins = 5.9 6.7 diesel Dodge Ram',
  // Ford
  'ecoboost, eco boost = 1.0 1.5 1.6 2.0 2.3 2.7 3.0 3.5 turbo Ford Lincoln Mercury',
  'triton = 4.6 5.4 6.8 Ford Lincoln Mercury',
  'coyote = 5.0 v8 Ford Lincoln Mercury',
  'cyclone = 3.5 3.7 v6 Ford Lincoln Mercury',
  'godzilla = 6.8 7.3 v8 Ford Lincoln Mercury',
  'powerstroke, power stroke = 3.0 6.0 6.4 6.7 7.3 diesel Ford Lincoln Mercury',
  'duratec = 1.8 2.0 2.3 2.5 3.0 3.5 Ford Lincoln Mercury',
  // General Motors; LS1 and the like are option codes.
  'vortec = 4.3 4.8 5.3 5.7 6.0 6.2 7.4 8.1 Chevrolet GMC Buick Cadillac',
  'ls swap, ls engine, ls motor = 4.8 5.3 5.7 6.0 6.2 7.0 v8 Chevrolet GMC Buick Cadillac',
  'duramax = 2.8 3.0 6.6 diesel Chevrolet GMC Buick Cadillac',
  'ecotec = 1.4 1.8 2.0 2.2 2.4 2.5 Chevrolet GMC Buick Cadillac',
  'northstar = 4.6 v8 Cadillac Buick',
  'ls1, ls6 = 5.7 v8 Chevrolet GMC Buick Cadillac',
  'lt1 = 5.7 6.2 v8 Chevrolet GMC Buick Cadillac',
  'ls2, lq4, lq9 = 6.0 v8 Chevrolet GMC Buick Cadillac',
  'ls3, l92, l99, l86, l87, lt2, lt4, ls9, lsa = 6.2 v8 Chevrolet GMC Buick Cadillac',
  'ls7 = 7.0 v8 Chevrolet GMC Buick Cadillac',
  'lm7, l59, l33, lm4, lc9, lmg, lh6, ly5, l83, l84, l82 = 5.3 v8 Chevrolet GMC Buick Cadillac',
  'lr4, ly2 = 4.8 v8 Chevrolet GMC Buick Cadillac',
  'lfx, llt, lgx = 3.6 v6 Chevrolet GMC Buick Cadillac',
  'lly, lbz, lmm, lml, lb7, l5p = 6.6 v8 diesel Chevrolet GMC Buick Cadillac',
  // Honda
  'vtec, ivtec = Honda Acura',
  'k20, k20a, k20z3, k20c1 = 2.0 i4 Honda Acura',
  'k24, k24a, k24z7, k24a2, k24w = 2.4 i4 Honda Acura',
  'r18, r18a, r18z = 1.8 i4 Honda Acura',
  'j35, j35a, j35z = 3.5 v6 Honda Acura',
  'd16, b16, d16y8 = 1.6 i4 Honda Acura',
  'b18 = 1.8 i4 Honda Acura',
  'h22 = 2.2 i4 Honda Acura',
  // Toyota
  '2jz, 2jzgte, 2jzge = 3.0 i6 Toyota Lexus',
  '1zz, 2zz = 1.8 i4 Toyota Lexus',
  '2az, 2azfe = 2.4 i4 Toyota Lexus',
  '2ar, 2arfe = 2.5 i4 Toyota Lexus',
  '2gr, 2grfe = 3.5 v6 Toyota Lexus',
  '1mz, 1mzfe = 3.0 v6 Toyota Lexus',
  '3ur, 3urfe = 5.7 v8 Toyota Lexus',
  '2uz, 2uzfe = 4.7 v8 Toyota Lexus',
  '1gr, 1grfe = 4.0 v6 Toyota Lexus',
  '5vz, 5vzfe = 3.4 v6 Toyota Lexus',
  '2tr, 2trfe = 2.7 i4 Toyota Lexus',
  // Nissan
  'vq35, vq35de, vq35hr = 3.5 v6 Nissan Infiniti',
  'vq40, vq40de = 4.0 v6 Nissan Infiniti',
  'qr25, qr25de = 2.5 i4 Nissan Infiniti',
  'vk56, vk56de = 5.6 v8 Nissan Infiniti',
  'mr20, mr20de = 2.0 i4 Nissan Infiniti',
  // Subaru
  'ej25, ej253, ej255, ej257 = 2.5 Subaru',
  'fb25 = 2.5 Subaru',
  'fa20, fb20 = 2.0 Subaru',
  // Volkswagen and Audi
  'tdi = 1.9 2.0 3.0 diesel Volkswagen Audi',
  'tsi, tfsi = 1.4 1.8 2.0 turbo Volkswagen Audi',
  'vr6 = 2.8 3.2 3.6 Volkswagen Audi',
  // BMW
  'm52 = 2.5 2.8 i6 BMW',
  'm54 = 2.2 2.5 3.0 i6 BMW',
  'n52 = 2.5 3.0 i6 BMW',
  'n54, n55, b58 = 3.0 i6 turbo BMW',
  'n20, b46, b48 = 2.0 i4 turbo BMW',
  // Mazda and Hyundai
  'skyactiv = 2.0 2.5 Mazda',
  'theta, theta ii = 2.0 2.4 Hyundai Kia',
];
