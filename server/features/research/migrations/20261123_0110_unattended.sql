-- Researches that began by themselves, until their person was told of the end or looked after them.
CREATE TABLE research_unattended (
    research_id {uuid} PRIMARY KEY REFERENCES researches (id) ON DELETE CASCADE
);
