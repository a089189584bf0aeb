create table pdfs (
  account_id uuid not null,
  -- The code of the ordered product, in upper case.
  code text not null,
  -- Names the stored bytes. A replaced PDF gets a new one.
  blob_id uuid not null,
  uploaded_at timestamptz not null default now(),
  primary key (account_id, code)
);
