-- The generation of the original whose announcement brought its photo back from the trash; null if none did.
alter table import_arrivals add column restored_generation integer;
