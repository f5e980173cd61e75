-- News from providers that were taken, so that each counts once.
CREATE TABLE billing_notices (
    provider TEXT NOT NULL,
    notice_id TEXT NOT NULL,
    reference TEXT NOT NULL,
    body {bytes} NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (provider, notice_id)
);
CREATE INDEX billing_notices_age ON billing_notices (received_at);
