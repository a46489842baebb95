-- Files of other systems: the stock number of a part's car, lines that are no parts, and the keys by which a supplier's file names
-- its parts (docs/decisions/0129-keys-of-imported-parts.md).
alter table public.part_private_facts add column donor_stock_number text;
alter table public.part_private_facts add constraint part_private_facts_donor_stock_number_bounded
  check (length(donor_stock_number) <= 40);
comment on column public.part_private_facts.donor_stock_number is
  'The yard''s number of the car that the part came from. All parts of the car have it.';
grant update (donor_stock_number) on public.part_private_facts to authenticated, api_client;
create index part_private_facts_donor_stock_idx on public.part_private_facts
  (public.oem_number_key(donor_stock_number), part_id) where donor_stock_number is not null;

alter table public.part_imports add column skipped integer not null default 0;
comment on column public.part_imports.skipped is
  'Lines that are no parts of their own, such as further pictures of a product.';
alter table public.part_imports drop constraint part_imports_each_line_once;
alter table public.part_imports add constraint part_imports_each_line_once check (
  done = added + changed + unchanged + refused + skipped
);
grant update (skipped) on public.part_imports to authenticated;

alter table public.part_import_lines add column not_part text;
alter table public.part_import_lines add column source_key text collate "C";
alter table public.part_import_lines add constraint part_import_lines_not_part_bounded check (length(not_part) <= 300);
alter table public.part_import_lines drop constraint part_import_lines_outcome_known;
alter table public.part_import_lines add constraint part_import_lines_outcome_known check (
  outcome in ('add', 'change', 'same', 'refuse', 'skip', 'added', 'changed', 'unchanged', 'refused', 'skipped', 'undone',
    'kept')
);
comment on column public.part_import_lines.not_part is 'Why the line is no part of its own. Null: it is a part.';
comment on column public.part_import_lines.source_key is 'The key of part_import_keys that the line has.';
comment on column public.part_import_lines.reason is
  'Why it is refused, kept or skipped, or a note on what was read, for the admin.';
create index part_import_lines_source_key_idx on public.part_import_lines (import_id, source_key)
  where source_key is not null;
grant insert (not_part), update (source_key) on public.part_import_lines to authenticated;

-- Not a foreign key: a deleted or hidden part keeps its key, and may come back.
create table public.part_import_keys (
  supplier text not null,
  key text not null,
  part_id uuid not null,
  constraint part_import_keys_pkey primary key (supplier, key),
  constraint part_import_keys_bounded check (length(supplier) between 1 and 100 and length(key) between 1 and 600)
);
comment on table public.part_import_keys is
  'The part that a key in a supplier''s files has become, such as the number of a listing.';
comment on column public.part_import_keys.supplier is 'In lower case.';
create index part_import_keys_part_id_idx on public.part_import_keys (part_id);
alter table public.part_import_keys enable row level security;
create policy "Admins can read keys of imported parts" on public.part_import_keys
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can add keys of imported parts" on public.part_import_keys
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can change keys of imported parts" on public.part_import_keys
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update (part_id) on public.part_import_keys to authenticated;

-- Security definer: the role that runs the nightly job may change none of the tables.
create or replace function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from public.deleted_parts where deleted_at < now() - interval '30 days';
  delete from public.deleted_conditions where deleted_at < now() - interval '30 days';

  with gone as (delete from public.catalog_tallies returning parts, priced, out_of_stock, pieces)
  insert into public.catalog_tallies (parts, priced, out_of_stock, pieces)
  select coalesce(sum(parts), 0), coalesce(sum(priced), 0), coalesce(sum(out_of_stock), 0), coalesce(sum(pieces), 0)
  from gone;
  with gone as (delete from public.catalog_stock_tallies returning stock_quantity, parts)
  insert into public.catalog_stock_tallies (stock_quantity, parts)
  select stock_quantity, sum(parts) from gone group by stock_quantity having sum(parts) <> 0;

  -- What belongs to parts is kept while they can come back.
  delete from public.part_private_facts as facts
  where not exists (select from public.parts_catalog where id = facts.part_id)
    and not exists (select from public.hidden_parts where id = facts.part_id)
    and not exists (select from public.deleted_parts where part_id = facts.part_id);
  delete from public.part_fitments as fitments
  where not exists (select from public.parts_catalog where id = fitments.part_id)
    and not exists (select from public.deleted_parts where part_id = fitments.part_id);
  delete from public.part_pictures as picture
  where removed_at < now() - interval '1 day'
    or added_at < now() - interval '1 day'
      and not exists (select from public.parts_catalog where id = picture.part_id)
      and not exists (select from public.hidden_parts where id = picture.part_id)
      and not exists (select from public.deleted_parts where part_id = picture.part_id);
  delete from public.import_source_parts as delivered
  where not exists (select from public.parts_catalog where id = delivered.part_id)
    and not exists (select from public.hidden_parts where id = delivered.part_id)
    and not exists (select from public.deleted_parts where part_id = delivered.part_id);
  delete from public.part_import_keys as named
  where not exists (select from public.parts_catalog where id = named.part_id)
    and not exists (select from public.hidden_parts where id = named.part_id)
    and not exists (select from public.deleted_parts where part_id = named.part_id);

  delete from public.bulk_changes where created_at < now() - interval '30 days' and ended_at is not null;
  delete from public.part_imports
  where created_at < now() - interval '30 days' and ended_at is not null
    or created_at < now() - interval '3 days'
      and state in ('uploading', 'reading', 'mapping', 'checking', 'checked', 'failed');
  delete from public.import_runs where ended_at < now() - interval '30 days';
  delete from public.catalog_crawl_pages as page using public.catalog_crawls as crawl
  where crawl.id = page.crawl_id
    and (crawl.created_at < now() - interval '3 days' or crawl.status in ('completed', 'failed', 'canceled'));
end
$$;
