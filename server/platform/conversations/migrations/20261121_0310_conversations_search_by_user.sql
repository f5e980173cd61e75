-- only postgres
-- The newest words of a person are looked through before the index of words is asked.
CREATE INDEX search_rows_by_user ON search_rows (user_id, row_id);
-- end
