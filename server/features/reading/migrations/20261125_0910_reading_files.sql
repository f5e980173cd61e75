-- PDFs that were read at an address, as they were fetched: what numbers of summaries lead to.
CREATE TABLE reading_files (
    reading_id {uuid} PRIMARY KEY REFERENCES readings (id) ON DELETE CASCADE,
    file_id {uuid} NOT NULL REFERENCES uploads (id) ON DELETE CASCADE
);
CREATE INDEX reading_files_by_file ON reading_files (file_id);
