use kernel::{Fallible, Timestamp, UserId, WorkspaceId, uuid_v7};
use serde::{Deserialize, Serialize};
use store::{Conn, Cursor, Page, StoreError, StoreResult, Tx, like_pattern, lock, sql};
use utoipa::ToSchema;

use crate::{Email, Identity, UserSettings};

/// Expands to the condition of a statement that a person is suspended; the arguments are the SQL of their id, in pieces.
#[macro_export]
macro_rules! is_suspended_sql {
    ($($user_id:tt),+) => {
        concat!("EXISTS (SELECT 1 FROM users u WHERE u.id = ", $($user_id,)+ " AND u.suspended)")
    };
}

/// Returns the topic on which work without a request hears that its person is suspended. Hints may be lost.
pub fn suspension_topic(id: UserId) -> String {
    format!("identity.suspension.{id}")
}

/// A person's role on this server as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Operator,
    Member,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Member => "member",
        }
    }
}

impl From<String> for Role {
    /// Parses a stored role. The table allows only these two; an unknown value grants nothing.
    fn from(text: String) -> Self {
        if text == "operator" { Self::Operator } else { Self::Member }
    }
}

/// A person's account.
#[derive(Debug, Clone)]
pub struct User {
    pub id: UserId,
    pub workspace_id: WorkspaceId,
    pub email: String,
    pub name: String,
    pub role: Role,
    pub settings: UserSettings,
    pub suspended: bool,
    /// The reason that the person is told; empty if none was given, or if they are not suspended.
    pub suspended_reason: String,
    pub created_at: Timestamp,
    pub last_seen_at: Option<Timestamp>,
    /// Password hash; null: the person signs in through an identity provider only.
    pub password_hash: Option<String>,
    /// True if an operator set the password: the person chooses another one at the next sign-in.
    pub password_temporary: bool,
}

/// An account to be made.
#[derive(Debug, Clone)]
pub struct NewUser<'a> {
    pub email: &'a Email,
    pub name: &'a str,
    pub role: Role,
    /// Hash from [`Identity::hash_password`]; without one, the person can only sign in through an identity provider.
    pub password_hash: Option<&'a str>,
    pub locale: Option<&'a str>,
}

/// Filter of the list of people.
#[derive(Debug, Clone, Default)]
pub struct UserSearch {
    /// Text that the name or address contains.
    pub text: String,
    pub role: Option<Role>,
    pub suspended: Option<bool>,
}

/// The reason why an account was not created.
#[derive(Debug, thiserror::Error)]
pub enum CreateUserError {
    #[error("the e-mail address has an account")]
    EmailTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(::store::FromRow)]
struct UserRow {
    id: UserId,
    workspace_id: WorkspaceId,
    email: String,
    name: String,
    role: String,
    settings: String,
    suspended: bool,
    suspended_reason: String,
    created_at: Timestamp,
    last_seen_at: Option<Timestamp>,
    password_hash: Option<String>,
    password_temporary: bool,
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        Self {
            id: row.id,
            workspace_id: row.workspace_id,
            email: row.email,
            name: row.name,
            role: Role::from(row.role),
            settings: UserSettings::from_stored(&row.settings),
            suspended: row.suspended,
            suspended_reason: row.suspended_reason,
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            password_hash: row.password_hash,
            password_temporary: row.password_temporary,
        }
    }
}

/// All users with their own workspace; what follows narrows it down.
macro_rules! select_users {
    ($rest:literal) => {
        concat!(
            "SELECT u.id, w.id AS workspace_id, u.email, u.name, u.role, u.settings, u.suspended,
                    u.suspended_reason, u.created_at, u.last_seen_at, u.password_hash,
                    u.password_temporary
             FROM users u JOIN workspaces w ON w.owner_user_id = u.id ",
            $rest
        )
    };
}

impl Identity {
    /// Creates an account with its own workspace.
    pub async fn create_user(
        &self,
        tx: &mut Tx,
        new: NewUser<'_>,
    ) -> Result<User, CreateUserError> {
        let now = self.0.clock.now();
        let (id, workspace_id) = (UserId::new(now), WorkspaceId(uuid_v7(now)));
        let locale = new.locale.map(str::to_owned);
        let settings = UserSettings { locale, ..UserSettings::default() };
        let is_made = sql!(
            tx,
            execute,
            "INSERT INTO users (id, email, email_key, name, role, password_hash, settings, suspended, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE, $8) ON CONFLICT (email_key) DO NOTHING",
            id,
            new.email.as_str(),
            new.email.key(),
            new.name,
            new.role.as_str(),
            new.password_hash,
            settings.to_stored(),
            now
        )?;
        if is_made == 0 {
            return Err(CreateUserError::EmailTaken);
        }
        create_own_workspace(tx, id, workspace_id, new.name, now).await?;
        Ok(User {
            id,
            workspace_id,
            email: new.email.as_str().to_owned(),
            name: new.name.to_owned(),
            role: new.role,
            settings,
            suspended: false,
            suspended_reason: String::new(),
            created_at: now,
            last_seen_at: None,
            password_hash: new.password_hash.map(str::to_owned),
            password_temporary: false,
        })
    }

    pub async fn find_user(&self, conn: &mut Conn, id: UserId) -> StoreResult<Option<User>> {
        let row = sql!(conn, optional UserRow, select_users!("WHERE u.id = $1"), id)?;
        Ok(row.map(User::from))
    }

    pub async fn find_user_by_email(
        &self,
        conn: &mut Conn,
        email: &Email,
    ) -> StoreResult<Option<User>> {
        let row =
            sql!(conn, optional UserRow, select_users!("WHERE u.email_key = $1"), email.key())?;
        Ok(row.map(User::from))
    }

    /// Returns true if a person is suspended. Whatever acts for people or shows something of theirs without a request of
    /// theirs asks for it; a request of theirs is refused anyway.
    pub async fn is_suspended(&self, conn: &mut Conn, id: UserId) -> StoreResult<bool> {
        let (is_suspended,) =
            sql!(conn, one(bool,), concat!("SELECT ", crate::is_suspended_sql!("$1")), id)?;
        Ok(is_suspended)
    }

    /// Lists all people, newest first.
    pub async fn list_users(
        &self,
        conn: &mut Conn,
        cursor: Cursor,
        limit: usize,
    ) -> StoreResult<Page<User>> {
        let rows = sql!(
            conn,
            all UserRow,
            select_users!(
                "WHERE (u.created_at, u.id) < ($1, $2) ORDER BY u.created_at DESC, u.id DESC LIMIT $3"
            ),
            cursor.at,
            cursor.id,
            limit as i64 + 1
        )?;
        let page = Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 });
        Ok(page.map(User::from))
    }

    /// Lists the people that match a search, newest first.
    pub async fn search_users(
        &self,
        conn: &mut Conn,
        search: &UserSearch,
        cursor: Cursor,
        limit: usize,
    ) -> StoreResult<Page<User>> {
        let state = search.suspended.map_or("", |it| if it { "suspended" } else { "active" });
        let rows = sql!(
            conn,
            all UserRow,
            select_users!(
                r"WHERE (u.created_at, u.id) < ($1, $2)
                      AND (LOWER(u.name) LIKE $3 ESCAPE '\' OR LOWER(u.email) LIKE $3 ESCAPE '\')
                      AND ($4 = '' OR u.role = $4)
                      AND ($5 = '' OR u.suspended = ($5 = 'suspended'))
                  ORDER BY u.created_at DESC, u.id DESC LIMIT $6"
            ),
            cursor.at,
            cursor.id,
            like_pattern(&search.text),
            search.role.map_or("", Role::as_str),
            state,
            limit as i64 + 1
        )?;
        let page = Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 });
        Ok(page.map(User::from))
    }

    /// Returns true if nobody has an account yet: then the first one becomes the operator's. Inside a transaction
    /// nobody else can become the first before it ends.
    pub async fn needs_operator(&self, conn: &mut Conn) -> StoreResult<bool> {
        Ok(sql!(conn, optional(i32,), "SELECT 1 FROM users LIMIT 1")?.is_none())
    }

    /// Serializes sign-ups that may become the first account.
    pub async fn lock_first_account(&self, tx: &mut Tx) -> StoreResult<()> {
        lock(tx, "first account").await
    }

    /// Locks a person's data against other transactions.
    pub async fn lock_user(&self, tx: &mut Tx, id: UserId) -> StoreResult<()> {
        lock_user(tx, id).await
    }

    pub async fn rename_user(&self, tx: &mut Tx, id: UserId, name: &str) -> StoreResult<()> {
        sql!(tx, execute, "UPDATE users SET name = $2 WHERE id = $1", id, name).map(|_| ())
    }

    /// Changes a person's address. Returns `false`, and changes nothing, if another account has it.
    pub async fn change_email(&self, tx: &mut Tx, id: UserId, email: &Email) -> StoreResult<bool> {
        let changed = sql!(
            tx,
            execute,
            "UPDATE users SET email = $2, email_key = $3 WHERE id = $1
                 AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email_key = $3 AND o.id <> $1)",
            id,
            email.as_str(),
            email.key()
        )?;
        Ok(changed == 1)
    }

    pub async fn set_role(&self, tx: &mut Tx, id: UserId, role: Role) -> StoreResult<bool> {
        let role = role.as_str();
        let changed = sql!(tx, execute, "UPDATE users SET role = $2 WHERE id = $1", id, role)?;
        Ok(changed == 1)
    }

    /// Returns the number of operators who are not suspended.
    pub async fn count_operators(&self, conn: &mut Conn) -> StoreResult<i64> {
        let (count,) = sql!(
            conn,
            one(i64,),
            "SELECT COUNT(*) FROM users WHERE role = 'operator' AND NOT suspended"
        )?;
        Ok(count)
    }

    /// Lists the operators who are not suspended, the first one first.
    pub async fn list_operators(&self, conn: &mut Conn) -> StoreResult<Vec<User>> {
        let rows = sql!(
            conn,
            all UserRow,
            select_users!("WHERE u.role = 'operator' AND NOT u.suspended ORDER BY u.created_at, u.id")
        )?;
        Ok(rows.into_iter().map(User::from).collect())
    }

    /// Lists the admins of a team, longest membership first.
    pub async fn list_admins(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Vec<User>> {
        let rows = sql!(
            conn,
            all UserRow,
            select_users!(
                "JOIN workspace_members m ON m.user_id = u.id
                 WHERE m.workspace_id = $1 AND m.role = 'admin' AND m.status = 'confirmed'
                 ORDER BY m.created_at, u.id"
            ),
            workspace_id
        )?;
        Ok(rows.into_iter().map(User::from).collect())
    }

    /// Lists the people who manage a workspace: its owner, or the admins of the team, longest membership first.
    /// Suspended people are left out.
    pub async fn list_managers(
        &self,
        conn: &mut Conn,
        workspace_id: WorkspaceId,
    ) -> StoreResult<Vec<User>> {
        let rows = sql!(
            conn,
            all UserRow,
            select_users!(
                "JOIN workspace_members m ON m.user_id = u.id
                 WHERE m.workspace_id = $1 AND m.role IN ('owner', 'admin')
                     AND m.status = 'confirmed' AND NOT u.suspended
                 ORDER BY m.created_at, u.id"
            ),
            workspace_id
        )?;
        Ok(rows.into_iter().map(User::from).collect())
    }

    /// Changes settings by `change`, which gets the current ones. `None`: nothing was changed, because `change`
    /// returned `None` or the person is gone.
    pub async fn change_settings(
        &self,
        user_id: UserId,
        change: impl FnOnce(UserSettings) -> Option<UserSettings>,
    ) -> Fallible<Option<UserSettings>> {
        let mut tx = self.0.db.begin().await?;
        lock_user(&mut tx, user_id).await?;
        let row =
            sql!(&mut tx, optional(String,), "SELECT settings FROM users WHERE id = $1", user_id)?;
        let Some(settings) = row.and_then(|(json,)| change(UserSettings::from_stored(&json)))
        else {
            return Ok(None);
        };
        let json = settings.to_stored();
        sql!(&mut tx, execute, "UPDATE users SET settings = $2 WHERE id = $1", user_id, json)?;
        let bus = self.0.bus.clone();
        tx.after_commit(move || {
            bus.notify_user(user_id, r#"{"event":"settings.changed"}"#);
        });
        tx.commit().await?;
        Ok(Some(settings))
    }
}

async fn create_own_workspace(
    tx: &mut Tx,
    user_id: UserId,
    workspace_id: WorkspaceId,
    name: &str,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO workspaces (id, kind, name, owner_user_id, created_at)
         VALUES ($1, 'personal', $2, $3, $4)",
        workspace_id,
        name,
        user_id,
        now
    )?;
    sql!(
        tx,
        execute,
        "INSERT INTO workspace_members (workspace_id, user_id, role, status, created_at)
         VALUES ($1, $2, 'owner', 'confirmed', $3)",
        workspace_id,
        user_id,
        now
    )?;
    Ok(())
}

/// Locks a person against other transactions that decide about them. SQLite has one writer anyway.
pub(crate) async fn lock_user(tx: &mut Tx, id: UserId) -> StoreResult<()> {
    sql!(
        tx,
        optional (i32,),
        { sqlite: "SELECT 1 WHERE $1 IS NOT NULL", postgres: "SELECT 1 FROM users WHERE id = $1 FOR UPDATE" },
        id
    )?;
    Ok(())
}
