-- Agents that people made.
CREATE TABLE agents (
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- JSON: name, icon, instructions, tools, knowledge, model and limits.
    definition TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX agents_by_user ON agents (user_id, created_at DESC, id DESC);
CREATE INDEX agents_deleted ON agents (deleted_at) WHERE deleted_at IS NOT NULL;

-- What was said and done in the task of an agent, in order.
CREATE TABLE agent_entries (
    task_id {uuid} NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    -- Counted from 1.
    number BIGINT NOT NULL,
    -- JSON: words of the person, a step with its calls of tools, or a hand-over.
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (task_id, number)
);
