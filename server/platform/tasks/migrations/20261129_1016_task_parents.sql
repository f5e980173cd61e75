-- The task whose tools started it, and that one's kind. That one may be gone by now.
ALTER TABLE tasks ADD COLUMN parent_id {uuid};
ALTER TABLE tasks ADD COLUMN parent_kind TEXT;
CREATE INDEX tasks_by_parent ON tasks (parent_id) WHERE parent_id IS NOT NULL;
