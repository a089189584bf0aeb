-- Null: the picture can be shown, or its renditions are not cut yet.
alter table originals add column picture_problem text
  check (picture_problem in ('UNREADABLE', 'TOO_LARGE', 'FAILED'));

-- The version of the decoder that found the problem.
alter table originals add column problem_decoder integer;

create index originals_by_problem on originals (problem_decoder) where picture_problem is not null;
create index uploads_processing on uploads (owner_id, id) where state = 'PROCESSING';
