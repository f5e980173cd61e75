-- Responses that programs can refer to later, with what they answered.
CREATE TABLE gateway_responses (
    -- The run that wrote it.
    id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    workspace_id {uuid} NOT NULL,
    -- The response whose conversation it continues.
    previous_id {uuid},
    -- The items that were sent, and the response, as JSON.
    input TEXT NOT NULL,
    response TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX gateway_responses_by_user ON gateway_responses (user_id);
CREATE INDEX gateway_responses_by_age ON gateway_responses (created_at);
