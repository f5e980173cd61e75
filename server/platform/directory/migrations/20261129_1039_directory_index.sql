-- Nobody asks for the grants of a source. A team that is deleted takes its own along.
DROP INDEX directory_grants_by_source;
CREATE INDEX directory_grants_by_team ON directory_grants (workspace_id);
