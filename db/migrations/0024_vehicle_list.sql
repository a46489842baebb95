-- All parts of a vehicle in the order by name, whatever their category: without it, the hundreds that a vehicle has in a
-- large catalogue were put in order for each page of 24.
create index parts_catalog_vehicle_name_idx on public.parts_catalog
  (vehicle_make, vehicle_model, vehicle_year, part_name, id);
