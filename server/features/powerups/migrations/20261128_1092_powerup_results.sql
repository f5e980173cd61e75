-- What runs of PowerUPs answered, for the person who ran them. Nothing of what was read.
CREATE TABLE powerup_results (
    run_id {uuid} PRIMARY KEY,
    user_id {uuid} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- No foreign key: the result outlives the PowerUP.
    powerup_id {uuid} NOT NULL,
    -- Name and icon of the PowerUP when it ran.
    name TEXT NOT NULL,
    icon TEXT NOT NULL,
    -- The page or text that it ran on, as the person knows it; empty: it has no name.
    title TEXT NOT NULL,
    model_name TEXT NOT NULL,
    -- False while it is written.
    finished BOOLEAN NOT NULL,
    answer TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX powerup_results_of_person ON powerup_results (user_id, created_at DESC, run_id DESC);
