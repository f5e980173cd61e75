CREATE TABLE conversation_groups (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX conversation_groups_by_user ON conversation_groups (user_id, created_at, id);
CREATE INDEX conversations_by_group ON conversations (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX conversations_temporary ON conversations (updated_at) WHERE temporary;

-- Who named it: 'words' (its first line, until a model names it), 'asked' (a model is naming it), 'model',
-- 'person'. What is here already was named by a person, or is too old to be named anew.
ALTER TABLE conversations ADD COLUMN title_by TEXT NOT NULL DEFAULT 'person';
