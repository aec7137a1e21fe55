create table if not exists response (
  url_hash char(64) not null,
  variant_hash char(64) not null,
  url text not null,
  variant text not null,
  status integer not null,
  headers text not null,
  varied text not null,
  identity_hash text,
  permanent_redirect text,
  content blob not null,
  stored bigint not null,
  primary key (url_hash, variant_hash)
);
create index if not exists response_stored on response (stored);
