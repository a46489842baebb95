import type { OwnGeneration } from '#core/settings/fitment-settings.ts';
import { lastYear } from './years.ts';
import { wordKey } from './word-forms.ts';

/**
 * Lists the generations of models in US model years: 'Make Model: names years, names years'. A name is the number of the
 * generation, which people write as '8th gen', or the maker's code for the platform. Ignored if the catalog lacks the model.
 * Numbers, codes and years are general knowledge and were not checked one by one: correct what you find wrong.
 */
const generationLines: readonly string[] = [
  'Acura Integra: 2/da 1990-1993, 3/dc2/dc4 1994-2001, 5/de4 2023-',
  'Acura MDX: 1/yd1 2001-2006, 2/yd2 2007-2013, 3/yd3 2014-2020, 4/yd4 2022-',
  'Acura RDX: 1/tb1 2007-2012, 2/tb4 2013-2018, 3/tc1 2019-',
  'Acura TL: 1/ua1 1995-1998, 2/ua4/ua5 1999-2003, 3/ua6/ua7 2004-2008, 4/ua8/ua9 2009-2014',
  'Acura TSX: 1/cl9 2004-2008, 2/cu2 2009-2014',
  'Audi A3: 2/8p 2006-2013, 3/8v 2015-2020, 4/8y 2022-',
  'Audi A4: b5 1996-2001, b6 2002-2005, b7 2005-2008, b8 2009-2016, b9 2017-2025',
  'Audi A6: c4 1995-1997, c5 1998-2004, c6 2005-2011, c7 2012-2018, c8 2019-2025',
  'Audi Q5: 1/8r 2009-2017, 2/fy/80a 2018-2024',
  'Audi Q7: 1/4l 2007-2015, 2/4m 2017-',
  'BMW 3 Series: e30 1984-1993, e36 1992-1999, e46 1999-2006, e9x/e90/e91/e92/e93 2006-2013, f3x/f30/f31/f34 2012-2019, g20 2019-',
  'BMW 5 Series: e28 1982-1988, e34 1989-1995, e39 1997-2003, e60/e61 2004-2010, f10/f07 2011-2016, g30 2017-2023, g60 2024-',
  'BMW X1: 1/e84 2013-2015, 2/f48 2016-2022, 3/u11 2023-',
  'BMW X3: 1/e83 2004-2010, 2/f25 2011-2017, 3/g01 2018-2024, 4/g45 2025-',
  'BMW X5: 1/e53 2000-2006, 2/e70 2007-2013, 3/f15 2014-2018, 4/g05 2019-',
  'Cadillac CTS: 1 2003-2007, 2 2008-2014, 3 2014-2019',
  'Cadillac Escalade: 1/gmt400 1999-2000, 2/gmt800/gmt820 2002-2006, 3/gmt900/gmt926 2007-2014, 4/k2xl/k2xx 2015-2020, 5/t1xx 2021-',
  'Chevrolet Camaro: 3/fbody 1982-1992, 4 1993-2002, 5 2010-2015, 6 2016-2024',
  'Chevrolet Colorado: 1/gmt355 2004-2012, 2/gmt31xx 2015-2022, 3/31xx2 2023-',
  'Chevrolet Corvette: c4 1984-1996, c5 1997-2004, c6 2005-2013, c7 2014-2019, c8 2020-',
  'Chevrolet Equinox: 1 2005-2009, 2 2010-2017, 3 2018-2024, 4 2025-',
  'Chevrolet Impala: 8 2000-2005, 9 2006-2013, 10 2014-2020',
  'Chevrolet Malibu: 5 1997-2003, 6 2004-2008, 7 2008-2012, 8 2013-2016, 9 2016-2025',
  'Chevrolet Silverado 1500: 1/gmt800/nbs/cateye 1999-2007, 2/gmt900/nnbs 2007-2013, 3/k2xx 2014-2018, 4/t1xx 2019-',
  'Chevrolet Suburban: 8/gmt400 1992-1999, 9/gmt800/gmt830 2000-2006, 10/gmt900/gmt931 2007-2014, 11/k2xx 2015-2020, 12/t1xx 2021-',
  'Chevrolet Tahoe: 1/gmt400 1995-2000, 2/gmt800/gmt820 2000-2006, 3/gmt900/gmt921 2007-2014, 4/k2xx 2015-2020, 5/t1xx 2021-',
  'Chevrolet TrailBlazer: 1/gmt360/gmt370 2002-2009',
  'Chevrolet S-10: 1 1982-1993, 2 1994-2004',
  'Dodge Challenger: 3/lc/la 2008-2023',
  'Dodge Charger: 6/lx 2006-2010, 7/ld 2011-2023',
  'Dodge Dakota: 1 1987-1996, 2 1997-2004, 3 2005-2011',
  'Dodge Durango: 1/dn 1998-2003, 2/hb 2004-2009, 3/wd 2011-',
  'Dodge Grand Caravan: 3/ns 1996-2000, 4/rs 2001-2007, 5 2008-2020',
  'Dodge Ram 1500: 2/br 1994-2001, 3/dr 2002-2008, 4/ds 2009-2010',
  // The trucks with Cummins engines of 1994 to 2002 are called so after the engine.
  'Dodge Ram 2500: 1 1989-1993, 2 1994-2002, 3 2003-2009',
  'Ford Edge: 1 2007-2014, 2 2015-2024',
  'Ford Escape: 1 2001-2007, 2 2008-2012, 3 2013-2019, 4 2020-',
  'Ford Expedition: 1/un93 1997-2002, 2/u222 2003-2006, 3/u324 2007-2017, 4/u553 2018-',
  'Ford Explorer: 1 1991-1994, 2 1995-2001, 3/u152 2002-2005, 4/u251 2006-2010, 5/u502 2011-2019, 6/u625 2020-',
  'Ford F-150: 8 1987-1991, 9/obs 1992-1996, 10/pn96 1997-2004, 11/p221 2004-2008, 12/p415 2009-2014, 13/p552 2015-2020, 14/p702 2021-',
  'Ford F-250 Super Duty: 1/obs 1999-2007, 2 2008-2010, 3 2011-2016, 4 2017-2022, 5 2023-',
  'Ford Focus: 1/mk1 2000-2007, 2 2008-2011, 3/mk3 2012-2018',
  'Ford Fusion: 1/cd338 2006-2012, 2/cd391 2013-2020',
  'Ford Mustang: 3/foxbody 1979-1993, 4/sn95 1994-2004, 5/s197 2005-2014, 6/s550 2015-2023, 7/s650 2024-',
  'Ford Ranger: 2 1993-1997, 3 1998-2011, 4/t6/p703 2019-',
  'Ford Taurus: 3 1996-1999, 4 2000-2007, 5 2008-2009, 6 2010-2019',
  'GMC Sierra 1500: 2/gmt800/nbs 1999-2007, 3/gmt900/nnbs 2007-2013, 4/k2xx 2014-2018, 5/t1xx 2019-',
  'GMC Yukon: 1/gmt400 1992-2000, 2/gmt800/gmt820 2000-2006, 3/gmt900/gmt921 2007-2014, 4/k2xx 2015-2020, 5/t1xx 2021-',
  'Honda Accord: 5/cd5 1994-1997, 6/cg5 1998-2002, 7/cm5/cl9 2003-2007, 8/cp2/cs1 2008-2012, 9/cr2/ct1 2013-2017, 10/cv1 2018-2022, 11/cy1 2023-',
  'Honda CR-V: 1/rd1 1997-2001, 2/rd5 2002-2006, 3/re4 2007-2011, 4/rm4 2012-2016, 5/rw1 2017-2022, 6/rs3 2023-',
  'Honda Civic: 5/eg/eg6/ej1 1992-1995, 6/ek/ej/ej8/ek9 1996-2000, 7/em2/es1/ep3 2001-2005, 8/fa1/fa5/fg1/fg2 2006-2011, 9/fb2/fb6/fg4 2012-2015, 10/fc1/fk7/fk8 2016-2021, 11/fe1/fl5 2022-',
  'Honda Fit: 1/gd3 2007-2008, 2/ge8 2009-2013, 3/gk5 2015-2020',
  'Honda Odyssey: 1/ra1 1995-1998, 2/rl1 1999-2004, 3/rl3 2005-2010, 4/rl5 2011-2017, 5/rl6 2018-',
  'Honda Pilot: 1/yf1 2003-2008, 2/yf3 2009-2015, 3/yf5 2016-2022, 4/yg1 2023-',
  'Honda Ridgeline: 1/yk1 2006-2014, 2/yk2 2017-',
  'Hyundai Elantra: 2/rd 1996-2000, 3/xd 2001-2006, 4/hd 2007-2010, 5/md/ud 2011-2016, 6/ad 2017-2020, 7/cn7 2021-',
  'Hyundai Santa Fe: 1/sm 2001-2006, 2/cm 2007-2012, 3/dm 2013-2018, 4/tm 2019-2023, 5/mx5 2024-',
  'Hyundai Sonata: 3/y3 1995-1998, 4/ef 1999-2005, 5/nf 2006-2010, 6/yf 2011-2014, 7/lf 2015-2019, 8/dn8 2020-',
  'Hyundai Tucson: 1/jm 2005-2009, 2/lm 2010-2015, 3/tl 2016-2021, 4/nx4 2022-',
  'Infiniti G35: v35 2003-2007, v36 2007-2008',
  'Jeep Cherokee: 2/xj 1984-2001, 5/kl 2014-2023',
  'Jeep Grand Cherokee: 1/zj 1993-1998, 2/wj 1999-2004, 3/wk 2005-2010, 4/wk2 2011-2021, 5/wl 2021-',
  'Jeep Liberty: 1/kj 2002-2007, 2/kk 2008-2012',
  'Jeep Wrangler: 1/yj 1987-1995, 2/tj/lj 1997-2006, 3/jk/jku 2007-2018, 4/jl/jlu 2018-',
  'Kia Optima: 1/ms 2001-2006, 2/mg 2006-2010, 3/tf 2011-2015, 4/jf 2016-2020',
  'Kia Sorento: 1/bl 2003-2009, 2/xm 2011-2015, 3/um 2016-2020, 4/mq4 2021-',
  'Kia Soul: 1/am 2010-2013, 2/ps 2014-2019, 3/sk3 2020-',
  'Lexus ES: 2/xv10 1992-1996, 3/xv20 1997-2001, 4/xv30 2002-2006, 5/xv40 2007-2012, 6/xv60 2013-2018, 7/xz10 2019-',
  'Lexus IS: 1/xe10 2001-2005, 2/xe20 2006-2013, 3/xe30 2014-',
  'Lexus RX: 1/xu10 1999-2003, 2/xu30 2004-2009, 3/al10 2010-2015, 4/al20 2016-2022, 5/al30 2023-',
  'Mazda Mazda3: 1/bk 2004-2009, 2/bl 2010-2013, 3/bm/bn 2014-2018, 4/bp 2019-',
  'Mazda MX-5 Miata: 1/na 1990-1997, 2/nb 1999-2005, 3/nc 2006-2015, 4/nd 2016-',
  'Mazda Mazda6: 1/gg 2003-2008, 2/gh 2009-2013, 3/gj 2014-2021',
  'Mercedes-Benz C-Class: w202 1994-2000, w203 2001-2007, w204 2008-2014, w205 2015-2021, w206 2022-',
  'Mercedes-Benz E-Class: w124 1986-1995, w210 1996-2003, w211 2003-2009, w212 2010-2016, w213 2017-2023, w214 2024-',
  'Mercedes-Benz M-Class: w163 1998-2005, w164 2006-2011, w166 2012-2015',
  'Nissan Altima: 1/u13 1993-1997, 2/l30 1998-2001, 3/l31 2002-2006, 4/l32 2007-2012, 5/l33 2013-2018, 6/l34 2019-',
  'Nissan Frontier: 1/d22 1998-2004, 2/d40 2005-2021, 3/d41 2022-',
  'Nissan Maxima: 4/a32 1995-1999, 5/a33 2000-2003, 6/a34 2004-2008, 7/a35 2009-2014, 8/a36 2016-2023',
  'Nissan Pathfinder: 2/r50 1996-2004, 3/r51 2005-2012, 4/r52 2013-2020, 5/r53 2022-',
  'Nissan Rogue: 1/s35 2008-2013, 2/t32 2014-2020, 3/t33 2021-',
  'Nissan Sentra: 4/b14 1995-1999, 5/b15 2000-2006, 6/b16 2007-2012, 7/b17 2013-2019, 8/b18 2020-',
  'Nissan Titan: 1/a60 2004-2015, 2/a61 2016-2024',
  'Ram 1500: 4/ds 2011-2018, 5/dt 2019-',
  'Ram 2500: 4/dj 2010-2018, 5/dj2 2019-',
  'Subaru Forester: 1/sf 1998-2002, 2/sg 2003-2008, 3/sh 2009-2013, 4/sj 2014-2018, 5/sk 2019-2024',
  'Subaru Impreza: 1/gc8/gc 1993-2001, 2/gd/gda/gdb 2002-2007, 3/gh/gr 2008-2011, 4/gj 2012-2016, 5/gk 2017-2023, 6/gu 2024-',
  'Subaru Legacy: 2/bd 1995-1999, 3/be 2000-2004, 4/bl 2005-2009, 5/bm 2010-2014, 6/bn 2015-2019, 7/bw 2020-2025',
  'Subaru Outback: 2/bh 2000-2004, 3/bp 2005-2009, 4/br 2010-2014, 5/bs 2015-2019, 6/bt 2020-2025',
  'Subaru WRX: gda/gdb 2002-2007, gr 2008-2014, va 2015-2021, vb 2022-',
  'Toyota 4Runner: 3/n180 1996-2002, 4/n210 2003-2009, 5/n280 2010-2024, 6/n500 2025-',
  'Toyota Avalon: 1/xx10 1995-1999, 2/xx20 2000-2004, 3/xx30 2005-2012, 4/xx40 2013-2018, 5/xx50 2019-2022',
  'Toyota Camry: 3/xv10 1992-1996, 4/xv20 1997-2001, 5/xv30 2002-2006, 6/xv40 2007-2011, 7/xv50 2012-2017, 8/xv70 2018-2024, 9/xv80 2025-',
  'Toyota Corolla: 7/e100/ae101 1993-1997, 8/e110 1998-2002, 9/e120/e130 2003-2008, 10/e140/e150 2009-2013, 11/e160/e170 2014-2019, 12/e210 2020-',
  'Toyota Highlander: 1/xu20 2001-2007, 2/xu40 2008-2013, 3/xu50 2014-2019, 4/xu70 2020-',
  'Toyota Prius: 1/nhw11 2001-2003, 2/nhw20/xw20 2004-2009, 3/xw30/zvw30 2010-2015, 4/xw50/zvw50 2016-2022, 5/xw60 2023-',
  'Toyota RAV4: 1/xa10 1996-2000, 2/xa20 2001-2005, 3/xa30 2006-2012, 4/xa40 2013-2018, 5/xa50 2019-2025',
  'Toyota Sienna: 1/xl10 1998-2003, 2/xl20 2004-2010, 3/xl30 2011-2020, 4/xl40 2021-',
  'Toyota Tacoma: 1 1995-2004, 2/n200 2005-2015, 3/n300 2016-2023, 4/n400 2024-',
  'Toyota Tundra: 1/xk30 2000-2006, 2/xk50 2007-2021, 3/xk70 2022-',
  'Volkswagen Golf: 3/mk3/mkiii 1993-1999, 4/mk4/mkiv 1999-2006, 5/mk5/mkv 2006-2009, 6/mk6/mkvi 2010-2014, 7/mk7/mkvii 2015-2021, 8/mk8 2022-',
  'Volkswagen GTI: 3/mk3/mkiii 1995-1999, 4/mk4/mkiv 1999-2006, 5/mk5/mkv 2006-2009, 6/mk6/mkvi 2010-2014, 7/mk7/mkvii 2015-2021, 8/mk8 2022-',
  'Volkswagen Jetta: 3/mk3/mkiii 1993-1999, 4/mk4/mkiv 1999-2005, 5/mk5/mkv 2005-2010, 6/mk6/mkvi 2011-2018, 7/mk7/mkvii 2019-',
  'Volkswagen Passat: 4/b4 1995-1997, 5/b5/b55 1998-2005, 6/b6 2006-2010, 7/nms 2012-2022',
  'Volkswagen Tiguan: 1/5n 2009-2017, 2/ad1 2018-2024',
];

export interface Generation {
  make: string;
  model: string;
  from: number;
  to: number;
}

/**
 * Number or code, spelled by wordKey -> the generations of a catalog's models with this name.
 * @param own are the owner's. They replace those above of the same model and name.
 */
export function readGenerations(
  models: readonly { make: string; model: string }[],
  own: readonly OwnGeneration[] = [],
): Map<string, Generation[]> {
  const byName = new Map<string, Map<string, Generation>>();
  const catalog = new Map(models.map((named) => [wordKey(`${named.make} ${named.model}`), named]));
  for (const { vehicle, names, from, to } of [...listBuiltIn(), ...own.map(toLine)]) {
    const key = wordKey(vehicle);
    const named = catalog.get(key);
    if (!named) continue;
    for (const name of names) {
      const ofName = byName.get(name) ?? new Map<string, Generation>();
      byName.set(name, ofName.set(key, { ...named, from, to: to ?? lastYear() }));
    }
  }
  return new Map([...byName].map(([name, generations]) => [name, [...generations.values()]]));
}

interface GenerationLine extends Pick<OwnGeneration, 'names' | 'from' | 'to'> {
  vehicle: string;
}

function toLine({ make, model, ...generation }: OwnGeneration): GenerationLine {
  return { vehicle: `${make} ${model}`, ...generation };
}

function listBuiltIn(): GenerationLine[] {
  return generationLines.flatMap((line) => {
    const [vehicle = '', list = ''] = line.split(': ');
    return list.split(', ').map((generation) => {
      const [names = '', years = ''] = generation.split(' ');
      const [from = 0, to = 0] = years.split('-').map(Number);
      return { vehicle, names: names.split('/'), from, to: to || null };
    });
  });
}

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
);

/** Maximum words of a name. */
export const MAX_GENERATION_WORDS = 2;

/** Returns the name that words may be, spelled like in the lines above: '8th gen' and 'gen 8' are 8, 'MK 4' is mk4. */
export function generationName(words: readonly string[]): string | undefined {
  const key = words.map(wordKey).join('');
  if (/^\d*$/.test(key)) return undefined;
  const [, before = '', after = ''] = key.match(/^(\w+?)gen(?:eration)?$|^gen(?:eration)?(\d{1,2})$/) ?? [];
  const place = ordinals.indexOf(before);
  return place >= 0 ? String(place + 1) : (/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(before || after)?.[1] ?? key);
}

/** Codes of two letters that owners use without a make or a model. */
const knownCodes: ReadonlySet<string> = new Set('jk jl tj wj wk xj yj zj'.split(' '));

/** Tells whether a name needs a make or a model beside it: 'gen 8' and 'la' do, 'e46' and 'gmt800' do not. */
export function needsVehicle(name: string): boolean {
  return name.length <= 2 && !knownCodes.has(name);
}
