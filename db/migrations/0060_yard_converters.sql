-- Catalytic converters of the yard's cars, and who bought them (docs/yard-law.md).
create table public.yard_converters (
  id uuid not null default gen_random_uuid(),
  vehicle_id uuid,
  origin text,
  count smallint not null,
  serial text,
  place text,
  removed_on date not null,
  removed_by text not null,
  sold_on date,
  created_at timestamptz not null default now(),
  user_id uuid default auth.uid(),
  user_name text,
  constraint yard_converters_pkey primary key (id),
  constraint yard_converters_vehicle_id_fkey foreign key (vehicle_id) references public.yard_vehicles (id)
    on delete cascade,
  constraint yard_converters_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint yard_converters_car_or_origin check ((vehicle_id is null) = (origin is not null)),
  constraint yard_converters_sold_after_removal check (sold_on >= removed_on),
  constraint yard_converters_count_bounded check (count between 1 and 20),
  constraint yard_converters_texts_bounded check (
    length(origin) between 1 and 300 and length(serial) between 1 and 100 and length(place) between 1 and 200
    and length(removed_by) between 1 and 100
  )
);
comment on table public.yard_converters is 'Catalytic converters that were removed from cars of the yard, or bought in loose.';
comment on column public.yard_converters.origin is
  'From whom a loose one was bought, and what proves the ownership. Null: it is of a car of the yard.';
comment on column public.yard_converters.place is 'Where it is kept.';
comment on column public.yard_converters.sold_on is 'The sale itself is for who may see purchases.';
comment on column public.yard_converters.user_id is 'Who has entered it. Null: the account was deleted.';
create index yard_converters_vehicle_id_idx on public.yard_converters (vehicle_id, removed_on, created_at);
create index yard_converters_created_at_idx on public.yard_converters (created_at, id);
create index yard_converters_unsold_idx on public.yard_converters (created_at, id) where sold_on is null;
create index yard_converters_user_id_idx on public.yard_converters (user_id);
create index yard_converters_serial_idx on public.yard_converters (upper(serial)) where serial is not null;
alter table public.yard_converters enable row level security;
create policy "Staff can read converters" on public.yard_converters
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can enter converters in their own name" on public.yard_converters
  for insert to authenticated with check ((select public.is_staff()) and user_id = (select auth.uid()));
create policy "Staff can delete converters that were not sold" on public.yard_converters
  for delete to authenticated using ((select public.is_staff()) and sold_on is null);
create policy "Who may see purchases notes when converters were sold" on public.yard_converters
  for update to authenticated using ((select public.may_see_purchases()))
  with check ((select public.may_see_purchases()));
grant select, insert (vehicle_id, origin, count, serial, place, removed_on, removed_by), update (sold_on), delete
  on public.yard_converters to authenticated;
create trigger keep_user_name before insert or update of user_id on public.yard_converters
  for each row execute function public.keep_user_name();

create table public.yard_converter_sales (
  converter_id uuid not null,
  buyer text not null,
  buyer_license text,
  payment text not null,
  payment_reference text not null,
  amount numeric(12, 2) not null,
  title_copied boolean not null,
  created_at timestamptz not null default now(),
  user_id uuid default auth.uid(),
  user_name text,
  constraint yard_converter_sales_pkey primary key (converter_id),
  constraint yard_converter_sales_converter_id_fkey foreign key (converter_id) references public.yard_converters (id)
    on delete cascade,
  constraint yard_converter_sales_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint yard_converter_sales_payment_traceable check (payment in ('check', 'card', 'transfer')),
  constraint yard_converter_sales_amount_positive check (amount > 0),
  constraint yard_converter_sales_texts_bounded check (
    length(buyer) between 1 and 200 and length(buyer_license) between 1 and 100
    and length(payment_reference) between 1 and 100
  )
);
comment on table public.yard_converter_sales is 'Who bought each converter, and how it was paid. The money is its car''s.';
comment on column public.yard_converter_sales.title_copied is 'True if the buyer has a copy of the car''s title.';
comment on column public.yard_converter_sales.user_id is 'Who has noted it. Null: the account was deleted.';
create index yard_converter_sales_buyer_idx on public.yard_converter_sales (lower(buyer), converter_id);
create index yard_converter_sales_user_id_idx on public.yard_converter_sales (user_id);
alter table public.yard_converter_sales enable row level security;
create policy "Who may see purchases reads sales of converters" on public.yard_converter_sales
  for select to authenticated using ((select public.may_see_purchases()));
create policy "Who may see purchases notes sales in their own name" on public.yard_converter_sales
  for insert to authenticated
  with check ((select public.may_see_purchases()) and user_id = (select auth.uid()));
create policy "Who may see purchases takes sales back" on public.yard_converter_sales
  for delete to authenticated using ((select public.may_see_purchases()));
grant select, insert (converter_id, buyer, buyer_license, payment, payment_reference, amount, title_copied), delete
  on public.yard_converter_sales to authenticated;
create trigger keep_user_name before insert or update of user_id on public.yard_converter_sales
  for each row execute function public.keep_user_name();
