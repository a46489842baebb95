-- Uploaded pictures of parts, up to twelve each. parts_catalog.image_url is the address of the first one (docs/pictures.md).

-- Not a foreign key: pictures are uploaded before a new part is saved, and a deleted part may be restored with them.
create table public.part_pictures (
  id uuid not null,
  part_id uuid not null,
  place smallint,
  address text not null,
  width integer not null,
  height integer not null,
  alt text,
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint part_pictures_pkey primary key (id),
  -- Deferrable: pictures change places in one statement.
  constraint part_pictures_place_key unique (part_id, place) deferrable initially immediate,
  constraint part_pictures_place_in_range check (place between 1 and 12),
  constraint part_pictures_placed_or_removed check ((place is null) = (removed_at is not null)),
  constraint part_pictures_address_stored check (public.picture_name(address) is not null),
  constraint part_pictures_size_in_range check (width between 1 and 1600 and height between 1 and 1600),
  constraint part_pictures_alt_bounded check (length(alt) between 1 and 200)
);
comment on table public.part_pictures is 'Uploaded pictures of parts in parts_catalog.';
comment on column public.part_pictures.id is 'Chosen by the browser, so that a repeated upload adds one picture.';
comment on column public.part_pictures.address is
  'Of the largest size. Below /files/drawings/ it is an illustration, below /files/pictures/ a photograph of this piece.';
comment on column public.part_pictures.width is 'In pixels, of the largest size.';
comment on column public.part_pictures.alt is 'Null: the page describes it by the part''s name.';
comment on column public.part_pictures.removed_at is 'A removed picture can be put back for a day.';
create index part_pictures_name_idx on public.part_pictures (public.picture_name(address));
alter table public.part_pictures enable row level security;
create policy "Everybody can see pictures of parts" on public.part_pictures
  for select to anon, authenticated, service_role using (
    place is not null and exists (select from public.parts_catalog where parts_catalog.id = part_id)
  );
create policy "Staff can see all pictures of parts" on public.part_pictures
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add pictures of parts" on public.part_pictures
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change pictures of parts" on public.part_pictures
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
grant select on public.part_pictures to anon, authenticated, service_role;
grant insert (id, part_id, place, address, width, height, alt), update (place, address, alt, removed_at) on
  public.part_pictures to authenticated;

-- Another image_url is the only picture.
create function public.remove_replaced_pictures() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if new.image_url is distinct from (
    select address from public.part_pictures where part_id = new.id and place is not null order by place limit 1
  ) then
    update public.part_pictures set place = null, removed_at = now() where part_id = new.id and place is not null;
  end if;
  return null;
end
$$;

create trigger remove_replaced_pictures after update of image_url on public.parts_catalog
  for each row when (new.image_url is distinct from old.image_url)
  execute function public.remove_replaced_pictures();

-- A new part can have pictures already, and so can a restored one.
create function public.take_first_picture() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.image_url := coalesce((
    select address from public.part_pictures where part_id = new.id and place is not null order by place limit 1
  ), new.image_url);
  return new;
end
$$;

create trigger take_first_picture before insert on public.parts_catalog
  for each row when (new.image_url is null or public.picture_name(new.image_url) is not null)
  execute function public.take_first_picture();
