-- Names of the jobs that check the run's answer once it is there, separated by spaces.
ALTER TABLE runs ADD COLUMN checks TEXT NOT NULL DEFAULT '';
-- Of runs that are not over, it is not known here which checks have something to compare: those without find nothing.
UPDATE runs SET checks = 'chat.check_given documents.check_places search.check_chat'
 WHERE state IN ('queued', 'running', 'paused') AND message_id IS NOT NULL;
