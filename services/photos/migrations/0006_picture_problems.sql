-- Why the picture cannot be shown; null if it can. Such a photo has no renditions, only its original.
alter table photos add column picture_problem text;
