-- Keyed fingerprints of where a friend came from: the mailbox of their address, and the address and network that they
-- claimed the invitation from. They count together over all inviters. Null: from before, or from the server's machine.
ALTER TABLE rewards_friends ADD COLUMN mailbox_mac {bytes};
ALTER TABLE rewards_friends ADD COLUMN address_mac {bytes};
ALTER TABLE rewards_friends ADD COLUMN network_mac {bytes};
CREATE INDEX rewards_friends_by_mailbox ON rewards_friends (mailbox_mac);
CREATE INDEX rewards_friends_by_network ON rewards_friends (network_mac, registered_at);
