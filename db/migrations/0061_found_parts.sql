-- Crawls of any site, whose parts an admin looks at before they are imported (docs/importer.md).

alter table public.catalog_crawls
  add column page_limit integer not null default 10,
  add column reading text not null default 'number first',
  add column is_reviewed boolean not null default false,
  add column part_import_id uuid,
  add column service_error text,
  drop constraint catalog_crawls_status_known,
  drop constraint catalog_crawls_ended_with_status,
  add constraint catalog_crawls_status_known check (
    status in ('queued', 'crawling', 'collecting', 'found', 'reading', 'importing', 'canceling', 'completed', 'failed', 'canceled')
  ),
  add constraint catalog_crawls_ended_with_status check (
    (status in ('found', 'completed', 'failed', 'canceled')) = (ended_at is not null)
  ),
  add constraint catalog_crawls_page_limit_in_range check (page_limit between 1 and 10),
  add constraint catalog_crawls_reading_known check (reading in ('number first', 'name first')),
  add constraint catalog_crawls_service_error_bounded check (length(service_error) between 1 and 1000),
  add constraint catalog_crawls_part_import_id_fkey foreign key (part_import_id) references public.part_imports (id)
    on delete set null;
comment on column public.catalog_crawls.reading is 'How its pages are read, as in app/domain/crawled-parts.ts.';
comment on column public.catalog_crawls.is_reviewed is
  'Its parts wait as found until an admin imports them. Other crawls import at once.';
comment on column public.catalog_crawls.part_import_id is 'The import of parts that its parts became the lines of.';
comment on column public.catalog_crawls.service_error is 'What the scraping service has said of a failure, if error does not have it.';
create index catalog_crawls_part_import_id_idx on public.catalog_crawls (part_import_id);
grant select (page_limit, reading, is_reviewed, part_import_id, service_error) on public.catalog_crawls to authenticated;
grant insert (page_limit, reading, is_reviewed) on public.catalog_crawls to authenticated;
grant update (reading, part_import_id) on public.catalog_crawls to authenticated;

alter table public.catalog_crawl_parts add column price text;
comment on column public.catalog_crawl_parts.price is 'As on the page. Only imports with mapped columns use it.';
-- Pages that are read in another way have other parts.
create policy "The shop deletes what was found" on public.catalog_crawl_parts for delete to service_role using (true);
create policy "The shop reads what was found" on public.catalog_crawl_parts for select to service_role using (true);
grant select (crawl_id), delete on public.catalog_crawl_parts to service_role;

create table public.catalog_crawl_pages (
  crawl_id uuid not null,
  place integer not null,
  source_url text not null,
  markdown text not null,
  constraint catalog_crawl_pages_pkey primary key (crawl_id, place),
  constraint catalog_crawl_pages_crawl_id_fkey foreign key (crawl_id) references public.catalog_crawls (id)
    on delete cascade
);
comment on table public.catalog_crawl_pages is 'The pages of crawls that are reviewed, to read them in another way. Deleted after 3 days.';
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
