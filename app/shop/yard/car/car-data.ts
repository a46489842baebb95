import type { Car, WithContext } from 'schema-dts';
import { publicPicture, type ShownPicture } from '#core/catalog/picture.ts';
import { carAddress, carTitle, type PublicCar } from '#core/yard/public-car.ts';

/** Describes a car for search engines. It is not for sale itself, so it has no offer. */
export function carData(
  car: PublicCar,
  pictures: readonly ShownPicture[],
  siteUrl: string,
): WithContext<Car> {
  const images = pictures.flatMap(({ address }) => publicPicture(address, siteUrl) ?? []);
  return {
    '@context': 'https://schema.org',
    '@type': 'Car',
    name: carTitle(car),
    url: siteUrl + carAddress(car),
    manufacturer: { '@type': 'Organization', name: car.make },
    model: car.model,
    vehicleModelDate: String(car.year),
    ...(car.color !== null && { color: car.color }),
    ...(car.body !== null && { bodyType: car.body }),
    ...(car.odometer !== null && {
      mileageFromOdometer: { '@type': 'QuantitativeValue', value: car.odometer, unitCode: 'SMI' },
    }),
    ...(images.length > 0 && { image: images }),
  };
}
