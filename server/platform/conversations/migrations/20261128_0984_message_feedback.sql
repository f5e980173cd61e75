-- Ratings of answers: one row per person and message.
CREATE TABLE message_feedback (
    message_id {uuid} NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    conversation_id {uuid} NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    -- up, down
    rating TEXT NOT NULL,
    reason TEXT,
    comment TEXT,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (message_id, user_id)
);
CREATE INDEX message_feedback_by_conversation ON message_feedback (conversation_id);
CREATE INDEX message_feedback_by_user ON message_feedback (user_id);
CREATE INDEX message_feedback_by_time ON message_feedback (updated_at);
