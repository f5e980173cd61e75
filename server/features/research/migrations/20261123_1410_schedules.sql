-- Whether it began by itself: what it uses counts against what its schedule may use in a month.
ALTER TABLE researches ADD COLUMN of_schedule BOOLEAN NOT NULL DEFAULT FALSE;
-- Of the one that has the schedule: when a time was left out that could have gone beyond that, until it is done again.
ALTER TABLE researches ADD COLUMN left_out_at BIGINT;
