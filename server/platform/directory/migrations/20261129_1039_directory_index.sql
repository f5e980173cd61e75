-- A team that is deleted takes its own along. The index by source, which nobody uses, goes with the next version (decision 1113).
CREATE INDEX directory_grants_by_team ON directory_grants (workspace_id);
