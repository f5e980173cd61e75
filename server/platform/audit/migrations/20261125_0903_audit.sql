-- What was done, by whom and from where, and nothing of what people write. Rows are only added. What else may happen to
-- one, the triggers below say: it is linked into the chain, once; its address is forgotten; it goes with the sweep.
-- Nothing refers to a person by foreign key: a row outlives the account, under an id that then names nobody.
CREATE TABLE audit_events (
    id {uuid} PRIMARY KEY,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    -- Who did it. Null: nobody who is known, or the program itself.
    actor_id {uuid},
    -- Whose account it concerns.
    person_id {uuid},
    workspace_id {uuid},
    -- What it was done to: a session, a key, a bot, an order.
    subject_id {uuid},
    -- One word of the program's own.
    detail TEXT NOT NULL,
    amount BIGINT,
    -- From where, as far as it is kept for good: a /24, or a /48. Empty: from the server itself.
    network TEXT NOT NULL,
    -- From where exactly. It is forgotten after a while, so the chain does not cover it.
    address TEXT,
    -- Its place in the chain. Null until it is linked.
    seq BIGINT UNIQUE,
    -- Over all of the row but its address, and over the hash before it.
    hash {bytes}
);
CREATE INDEX audit_events_by_time ON audit_events (at, id);
CREATE INDEX audit_events_by_kind ON audit_events (kind, at, id);
CREATE INDEX audit_events_by_person ON audit_events (person_id, at, id);
CREATE INDEX audit_events_by_actor ON audit_events (actor_id, at, id);
CREATE INDEX audit_events_unlinked ON audit_events (at, id) WHERE seq IS NULL;
CREATE INDEX audit_events_with_address ON audit_events (at) WHERE address IS NOT NULL;

-- The row behind which the chain begins: it and those before it went with the sweep.
CREATE TABLE audit_start (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    hash {bytes} NOT NULL
);
-- only sqlite
INSERT INTO audit_start (id, seq, at, hash) VALUES (1, 0, 0, x'');

CREATE TRIGGER audit_events_added BEFORE INSERT ON audit_events
WHEN NEW.seq IS NOT NULL OR NEW.hash IS NOT NULL OR EXISTS (SELECT 1 FROM audit_events WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_events_changed BEFORE UPDATE ON audit_events
WHEN NOT (
    NEW.id = OLD.id AND NEW.at = OLD.at AND NEW.kind = OLD.kind
    AND NEW.actor_id IS OLD.actor_id AND NEW.person_id IS OLD.person_id
    AND NEW.workspace_id IS OLD.workspace_id AND NEW.subject_id IS OLD.subject_id
    AND NEW.detail = OLD.detail AND NEW.amount IS OLD.amount AND NEW.network = OLD.network
    AND (NEW.address IS NULL OR NEW.address IS OLD.address)
    AND ((NEW.seq IS OLD.seq AND NEW.hash IS OLD.hash)
        OR (OLD.seq IS NULL AND NEW.seq IS NOT NULL AND NEW.hash IS NOT NULL))
)
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_events_removed BEFORE DELETE ON audit_events
WHEN OLD.seq IS NULL OR OLD.seq > (SELECT seq FROM audit_start)
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_start_changed BEFORE UPDATE ON audit_start
WHEN NEW.id <> OLD.id OR NEW.seq < OLD.seq OR NEW.at < OLD.at
BEGIN
    SELECT RAISE(ABORT, 'the beginning of the audit log only moves on');
END;
CREATE TRIGGER audit_start_removed BEFORE DELETE ON audit_start
BEGIN
    SELECT RAISE(ABORT, 'the beginning of the audit log only moves on');
END;
-- end
-- only postgres
INSERT INTO audit_start (id, seq, at, hash) VALUES (1, 0, 0, ''::bytea);

CREATE FUNCTION audit_events_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.seq <= (SELECT seq FROM audit_start) THEN
            RETURN OLD;
        END IF;
    ELSIF (NEW.id, NEW.at, NEW.kind, NEW.actor_id, NEW.person_id, NEW.workspace_id, NEW.subject_id,
           NEW.detail, NEW.amount, NEW.network)
          IS NOT DISTINCT FROM
          (OLD.id, OLD.at, OLD.kind, OLD.actor_id, OLD.person_id, OLD.workspace_id, OLD.subject_id,
           OLD.detail, OLD.amount, OLD.network)
        AND (NEW.address IS NULL OR NEW.address IS NOT DISTINCT FROM OLD.address)
        AND ((NEW.seq IS NOT DISTINCT FROM OLD.seq AND NEW.hash IS NOT DISTINCT FROM OLD.hash)
            OR (OLD.seq IS NULL AND NEW.seq IS NOT NULL AND NEW.hash IS NOT NULL)) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is only added to';
END
$guard$;
CREATE FUNCTION audit_start_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.id = OLD.id AND NEW.seq >= OLD.seq AND NEW.at >= OLD.at THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the beginning of the audit log only moves on';
END
$guard$;
CREATE FUNCTION audit_truncation_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
    RAISE EXCEPTION 'the audit log is only added to';
END
$guard$;
CREATE TRIGGER audit_events_kept BEFORE UPDATE OR DELETE ON audit_events
    FOR EACH ROW EXECUTE FUNCTION audit_events_guard();
CREATE TRIGGER audit_events_not_emptied BEFORE TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION audit_truncation_guard();
CREATE TRIGGER audit_start_kept BEFORE UPDATE OR DELETE ON audit_start
    FOR EACH ROW EXECUTE FUNCTION audit_start_guard();
CREATE TRIGGER audit_start_not_emptied BEFORE TRUNCATE ON audit_start
    FOR EACH STATEMENT EXECUTE FUNCTION audit_truncation_guard();
-- end
