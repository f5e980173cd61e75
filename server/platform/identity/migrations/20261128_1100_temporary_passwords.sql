-- True if an operator set the password: its person chooses another one at the next sign-in.
ALTER TABLE users ADD COLUMN password_temporary BOOLEAN NOT NULL DEFAULT FALSE;
