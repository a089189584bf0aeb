-- The upkeep looks for these every 15 minutes. Almost all originals are ready, and almost all uploads have ended.
create index originals_processing on originals (image_id) where state = 'PROCESSING';
create index uploads_unfinished on uploads (id) where state = 'RECEIVING' and owner_id is not null;
