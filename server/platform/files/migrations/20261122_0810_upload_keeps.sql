-- Files that something besides a message has: a document of a person's. They stay until it lets go of them.
CREATE TABLE upload_keeps (
    upload_id {uuid} PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE
);
