-- A public bot of which others do not see what its author wrote last: it waits for the operator's yes, was not
-- approved, or was taken back. Of a bot without a row here others see what it is.
CREATE TABLE bot_reviews (
    bot_id {uuid} PRIMARY KEY REFERENCES bots (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    -- The bot's when it was sent: what is approved must be what was looked at.
    version BIGINT NOT NULL,
    -- Why it was not approved.
    reason TEXT NOT NULL,
    sent_at BIGINT NOT NULL,
    -- What others see meanwhile; without an accessibility, nothing.
    seen_accessibility TEXT,
    seen_name TEXT NOT NULL,
    seen_description TEXT NOT NULL,
    seen_welcome TEXT NOT NULL,
    seen_prompt TEXT NOT NULL,
    seen_model TEXT,
    seen_icon_id {uuid},
    seen_words TEXT NOT NULL
);
CREATE INDEX bot_reviews_waiting ON bot_reviews (sent_at DESC, bot_id DESC) WHERE state = 'in_review';
