-- The generation of the original, if its announcement has brought the photo back from the trash; else null.
alter table import_arrivals add column restored_generation integer;
