-- How a connection is spoken to, and who answers when it cannot: JSON.
ALTER TABLE provider_connections ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
