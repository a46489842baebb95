-- source_url of crawled parts is the address of the site. The page on which a part was found is a supplier's, and only staff
-- see it.

alter table public.part_private_facts
  add column source_page text,
  add constraint part_private_facts_source_page_bounded check (length(source_page) <= 2000);
comment on column public.part_private_facts.source_page is 'The page of another site on which a crawl found the part.';
