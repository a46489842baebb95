-- The vehicles of accounts.

create table public.garages (
  user_id uuid not null default auth.uid(),
  vehicles jsonb not null,
  active text,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  constraint garages_pkey primary key (user_id),
  constraint garages_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint garages_vehicles_list check (jsonb_typeof(vehicles) = 'array' and length(vehicles::text) <= 8000),
  constraint garages_active_length check (length(active) <= 40)
);
comment on table public.garages is 'The vehicles that users shop for. Browsers have copies of them.';
comment on column public.garages.vehicles is 'Year, make, model, and the last six characters of the VIN. Whole VINs are not stored.';
comment on column public.garages.active is 'The id of the vehicle that parts are compared with. Null: none.';
comment on column public.garages.version is 'Counts the changes. A browser that has not seen the last one merges its garage.';
alter table public.garages enable row level security;
create policy "Users can read their own garage" on public.garages
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Users can add their own garage" on public.garages
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Users can change their own garage" on public.garages
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert (vehicles, active), update (vehicles, active, version, changed_at) on public.garages to authenticated;

alter function public.personal_data() rename to personal_data_without_garage;
revoke execute on function public.personal_data_without_garage from authenticated;

-- Security definer, as the function that it completes. auth.forget_person deletes the garage with the account.
create function public.personal_data() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select public.personal_data_without_garage() || jsonb_build_object(
    'garage', (select to_jsonb(garages) - 'user_id' from public.garages where user_id = auth.uid())
  )
$$;
comment on function public.personal_data is
  'All that the shop stores about the signed-in user. Mails without their text, which contains secret links.';
grant execute on function public.personal_data to authenticated;
