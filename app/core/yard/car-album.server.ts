import type { Album } from '#core/part-changes/change-pictures.server.ts';
import { Refused } from '#core/values/refused.ts';

/** The pictures of a car. */
export function carAlbum(vehicleId: string): Album {
  return {
    of: 'car',
    table: 'yard_pictures',
    owner: 'vehicle_id',
    id: vehicleId,
    async lock(transaction) {
      const car = await transaction
        .selectFrom('yard_vehicles')
        .select('id')
        .where('id', '=', vehicleId)
        .forUpdate()
        .executeTakeFirst();
      if (!car) throw new Refused('there is no such car');
    },
  };
}
