-- The catalog import: crawls of an outside catalog, the parts that they found, and what became of each.
create table public.catalog_crawls (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  address text not null,
  status text not null default 'queued',
  step integer not null default 0,
  next_step_at timestamptz not null default now(),
  failed_polls integer not null default 0,
  sealed_key text,
  service_id text,
  next_page text,
  pages_completed integer,
  pages_total integer,
  pages_collected integer not null default 0,
  credits_used integer,
  expires_at timestamptz,
  raw_pages jsonb not null default '[]',
  parts_found integer not null default 0,
  parts_imported integer not null default 0,
  parts_matched integer not null default 0,
  parts_unchanged integer not null default 0,
  parts_repeated integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  undone_at timestamptz,
  -- An admin looks at the parts of a crawl before they are imported (docs/importer.md).
  page_limit integer not null default 10,
  reading text not null default 'number first',
  is_reviewed boolean not null default false,
  part_import_id uuid,
  service_error text,
  constraint catalog_crawls_pkey primary key (id),
  constraint catalog_crawls_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  constraint catalog_crawls_address_bounded check (length(address) between 1 and 2000),
  constraint catalog_crawls_key_erased_at_end check (ended_at is null or sealed_key is null),
  constraint catalog_crawls_only_completed_undone check (undone_at is null or status = 'completed'),
  constraint catalog_crawls_status_known check (
    status in ('queued', 'crawling', 'collecting', 'found', 'reading', 'importing', 'canceling', 'completed', 'failed', 'canceled')
  ),
  constraint catalog_crawls_ended_with_status check (
    (status in ('found', 'completed', 'failed', 'canceled')) = (ended_at is not null)
  ),
  constraint catalog_crawls_page_limit_in_range check (page_limit between 1 and 10),
  constraint catalog_crawls_reading_known check (reading in ('number first', 'name first')),
  constraint catalog_crawls_service_error_bounded check (length(service_error) between 1 and 1000),
  constraint catalog_crawls_part_import_id_fkey foreign key (part_import_id) references public.part_imports (id)
    on delete set null
);
comment on table public.catalog_crawls is 'Each crawl, and the import that it ends with.';
comment on column public.catalog_crawls.step is
  'Increased by each step of the job. A step that was done already is not repeated.';
comment on column public.catalog_crawls.sealed_key is
  'The API key of the scraping service, encrypted. Only the shop reads it. Removed when the crawl has ended.';
comment on column public.catalog_crawls.service_id is 'The scraping service''s id of the crawl.';
comment on column public.catalog_crawls.next_page is 'Where the rest of the crawled pages begins: the query of the link to it.';
comment on column public.catalog_crawls.raw_pages is 'What was crawled, shortened. Kept while no part was found in it.';
comment on column public.catalog_crawls.parts_repeated is 'Found more than once in the same crawl.';
comment on column public.catalog_crawls.reading is 'How its pages are read, as in app/domain/crawled-parts.ts.';
comment on column public.catalog_crawls.is_reviewed is
  'Its parts wait as found until an admin imports them. Other crawls import at once.';
comment on column public.catalog_crawls.part_import_id is 'The import of parts that its parts became the lines of.';
comment on column public.catalog_crawls.service_error is
  'What the scraping service has said of a failure, if error does not have it.';
create unique index catalog_crawls_one_at_a_time on public.catalog_crawls ((true)) where ended_at is null;
create index catalog_crawls_created_at_idx on public.catalog_crawls (created_at desc);
create index catalog_crawls_user_id_idx on public.catalog_crawls (user_id);
create index catalog_crawls_part_import_id_idx on public.catalog_crawls (part_import_id);
alter table public.catalog_crawls enable row level security;
create policy "Admins can read crawls" on public.catalog_crawls
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can start crawls in their own name" on public.catalog_crawls
  for insert to authenticated with check ((select public.is_admin()) and user_id = (select auth.uid()));
create policy "Admins can cancel, import and undo" on public.catalog_crawls
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "The shop reads crawls" on public.catalog_crawls for select to service_role using (true);
create policy "The shop moves crawls on" on public.catalog_crawls
  for update to service_role using (true) with check (true);
grant select (id, user_id, address, status, step, next_step_at, failed_polls, service_id, next_page, pages_completed,
  pages_total, pages_collected, credits_used, expires_at, raw_pages, parts_found, parts_imported, parts_matched,
  parts_unchanged, parts_repeated, error, created_at, ended_at, undone_at, page_limit, reading, is_reviewed, part_import_id,
  service_error), insert (id, address, sealed_key, page_limit, reading, is_reviewed), update (status, step, next_step_at,
  sealed_key, parts_imported, parts_matched, parts_unchanged, parts_repeated, ended_at, undone_at, reading, part_import_id)
  on public.catalog_crawls to authenticated;
grant select, update on public.catalog_crawls to service_role;

create trigger write_live_topic after insert or update on public.catalog_crawls
  for each row execute function public.write_live_topic('admin:crawls');

create table public.catalog_crawl_parts (
  crawl_id uuid not null,
  position integer not null,
  part_name text not null,
  oem_number text not null,
  brand text,
  category text,
  description text,
  vehicle_make text,
  vehicle_model text,
  vehicle_year integer,
  source_url text not null,
  outcome text not null default 'found',
  part_id uuid,
  before jsonb,
  after jsonb,
  price text,
  constraint catalog_crawl_parts_pkey primary key (crawl_id, position),
  constraint catalog_crawl_parts_crawl_id_fkey foreign key (crawl_id)
    references public.catalog_crawls (id) on delete cascade,
  constraint catalog_crawl_parts_outcome_known check (
    outcome in ('found', 'imported', 'matched', 'unchanged', 'repeated', 'accepted', 'left')
  )
);
comment on table public.catalog_crawl_parts is 'The parts that a crawl found, as they were there. Null: not given there.';
comment on column public.catalog_crawl_parts.outcome is
  'imported: added to the catalog. matched: the part exists and would change. An admin decides: accepted or left.';
comment on column public.catalog_crawl_parts.part_id is
  'The part of the catalog that it became or that it matches. Not a foreign key, which would slow each deletion of a part down; the part may be gone.';
comment on column public.catalog_crawl_parts.before is 'What accepting it changed, before.';
comment on column public.catalog_crawl_parts.after is 'What accepting it changed, after.';
comment on column public.catalog_crawl_parts.price is 'As on the page. Only imports with mapped columns use it.';
create index catalog_crawl_parts_outcome_idx on public.catalog_crawl_parts (crawl_id, outcome, position);
create index catalog_crawl_parts_oem_number_idx on public.catalog_crawl_parts (public.oem_number_key(oem_number))
  where part_id is not null;
alter table public.catalog_crawl_parts enable row level security;
create policy "Admins can read what was found" on public.catalog_crawl_parts
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can decide what becomes of it" on public.catalog_crawl_parts
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "The shop notes what was found" on public.catalog_crawl_parts for insert to service_role with check (true);
-- Pages that are read in another way have other parts.
create policy "The shop deletes what was found" on public.catalog_crawl_parts for delete to service_role using (true);
create policy "The shop reads what was found" on public.catalog_crawl_parts for select to service_role using (true);
grant select, update (outcome, part_id, before, after) on public.catalog_crawl_parts to authenticated;
grant select (crawl_id), insert, delete on public.catalog_crawl_parts to service_role;

create trigger queue_first_crawl_step after insert on public.catalog_crawls
  for each row execute function public.queue_job('advance-crawl', 'crawlId', 'crawl:', 'next_step_at');
create trigger queue_next_crawl_step after update of next_step_at on public.catalog_crawls
  for each row when (new.ended_at is null)
  execute function public.queue_job('advance-crawl', 'crawlId', 'crawl:', 'next_step_at');

create table public.catalog_crawl_pages (
  crawl_id uuid not null,
  place integer not null,
  source_url text not null,
  markdown text not null,
  constraint catalog_crawl_pages_pkey primary key (crawl_id, place),
  constraint catalog_crawl_pages_crawl_id_fkey foreign key (crawl_id) references public.catalog_crawls (id)
    on delete cascade
);
comment on table public.catalog_crawl_pages is
  'The pages of crawls that are reviewed, to read them in another way. Deleted after 3 days.';
alter table public.catalog_crawl_pages enable row level security;
create policy "The shop reads crawled pages" on public.catalog_crawl_pages for select to service_role using (true);
create policy "The shop keeps crawled pages" on public.catalog_crawl_pages for insert to service_role with check (true);
grant select, insert on public.catalog_crawl_pages to service_role;

create table public.catalog_sites (
  site text not null,
  reading text not null,
  updated_at timestamptz not null default now(),
  constraint catalog_sites_pkey primary key (site),
  constraint catalog_sites_site_bounded check (length(site) between 1 and 253),
  constraint catalog_sites_reading_known check (reading in ('number first', 'name first'))
);
comment on table public.catalog_sites is 'How the pages of each crawled site are read, as an admin has chosen.';
comment on column public.catalog_sites.site is 'Its host name.';
alter table public.catalog_sites enable row level security;
create policy "Admins can read how sites are read" on public.catalog_sites
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can choose how a site is read" on public.catalog_sites
  for insert to authenticated with check ((select public.is_admin()));
create policy "Admins can choose again how a site is read" on public.catalog_sites
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert (site, reading), update (reading, updated_at) on public.catalog_sites to authenticated;
