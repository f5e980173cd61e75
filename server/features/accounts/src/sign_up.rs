use api::TOO_MANY_REQUESTS;
use audit::{Event, Kind};
use entitlements::PlanGrant;
use identity::{
    CodeCheck, CodeRefused, CreateUserError, Email, FlowToken, NewUser, Purpose, Role, SentCode,
    User,
};
use kernel::{Failure, Fallible, MINUTE, Timestamp};
use serde::{Deserialize, Serialize};
use store::Tx;

use crate::browser::Browser;
use crate::mail_texts;
use crate::problems::{
    CODE_EXPIRED, EMAIL_TAKEN, INVITATION_GONE, REGION_RESTRICTED, REGISTRATION_FAILED,
    SETUP_CODE_WRONG, SIGN_UP_CLOSED, TOO_MANY_CODES, WRONG_CODE,
};
use crate::server::{SignUpMode, find_choices};
use crate::sign_in::{NewSession, start};
use crate::{Accounts, invitations, rules};

/// The details entered to sign up.
pub(crate) struct Details {
    pub email: String,
    pub name: String,
    pub password: String,
    pub locale: Option<String>,
    pub setup_code: Option<String>,
    /// The code of an operator's invitation.
    pub invitation: Option<String>,
}

/// The result of a sign-up.
pub(crate) enum SignUp {
    /// The first account, which becomes the operator's and needs no code, since no mail could be sent yet; or that of a
    /// person whom an operator invited, who has a link.
    Registered(Box<NewSession>),
    CodeSent(CodeSent),
}

/// A code is on its way.
pub(crate) struct CodeSent {
    pub flow: FlowToken,
    pub expires_at: Timestamp,
    pub resend_after_seconds: i64,
}

/// A sign-up that waits for the right code.
#[derive(Serialize, Deserialize)]
struct Pending {
    email: String,
    name: String,
    password_hash: String,
    locale: Option<String>,
}

/// Creates the first account, or mails a code that will create one.
///
/// Problems: the details are invalid, those of [`check_first`] and [`check_open`], [`EMAIL_TAKEN`], [`TOO_MANY_CODES`],
/// [`INVITATION_GONE`].
pub(crate) async fn sign_up(
    accounts: &Accounts,
    browser: &Browser,
    details: Details,
) -> Fallible<SignUp> {
    let email = rules::email(&details.email)?;
    let name = rules::name(&details.name)?;
    let password = rules::password(&details.password, &email)?;
    accounts.0.sign_ins_per_ip.check(&browser.rate_key)?;

    let mut conn = accounts.db.read().await?;
    let is_first = accounts.identity.needs_operator(&mut conn).await?;
    let is_taken = accounts.identity.find_user_by_email(&mut conn, &email).await?.is_some();
    let mode = find_choices(&mut conn).await?.sign_up(accounts);
    let is_invited = match &details.invitation {
        Some(code) if !is_first => {
            accounts.0.guesses_per_ip.check(&browser.rate_key)?;
            let invitation = invitations::find(&mut conn, code, accounts.clock.now()).await?;
            if invitation.email != email.key() {
                return Err(INVITATION_GONE.into());
            }
            true
        }
        _ => false,
    };
    drop(conn);
    if is_taken && accounts.0.settings.get().reveal_unknown_email {
        return Err(EMAIL_TAKEN.into());
    }
    if is_first {
        check_first(accounts, browser, details.setup_code.as_deref())?;
    } else {
        check_open(browser, mode, is_invited)?;
        accounts.codes_per_ip().check(&browser.rate_key)?;
    }

    let password_hash = accounts.identity.hash_password(&password).await?;
    let pending = Pending {
        email: email.as_str().to_owned(),
        name,
        password_hash,
        locale: details.locale.filter(|locale| locale.len() <= 35),
    };
    if is_first && let Some(session) = register_operator(accounts, browser, &pending).await? {
        return Ok(SignUp::Registered(Box::new(session)));
    }
    if is_invited {
        let session = register_invited(accounts, browser, &email, &pending).await?;
        return Ok(SignUp::Registered(Box::new(session)));
    }
    send_code(accounts, browser, &email, FlowToken::new(), &pending).await.map(SignUp::CodeSent)
}

/// Mails another code, and ends the one before.
pub(crate) async fn resend(
    accounts: &Accounts,
    browser: &Browser,
    email: &str,
) -> Fallible<CodeSent> {
    let email = rules::email(email)?;
    let flow = browser.flow.clone().ok_or(CODE_EXPIRED)?;
    accounts.codes_per_ip().check(&browser.rate_key)?;
    let mut tx = accounts.db.begin().await?;
    let waiting =
        accounts.identity.waiting_payload(&mut tx, Purpose::SignUp, &email, &flow).await?;
    drop(tx);
    let pending = read_pending(&waiting.ok_or(CODE_EXPIRED)?)?;
    send_code(accounts, browser, &email, flow, &pending).await
}

/// Creates the account that waits for `code`.
///
/// Problems: [`WRONG_CODE`], [`CODE_EXPIRED`], [`EMAIL_TAKEN`], too many guesses.
pub(crate) async fn verify(
    accounts: &Accounts,
    browser: &Browser,
    email: &str,
    code: &str,
) -> Fallible<NewSession> {
    let email = rules::email(email)?;
    accounts.0.guesses_per_ip.check(&browser.rate_key)?;
    let mut tx = accounts.db.begin().await?;
    let redeemed = redeem(accounts, browser, &mut tx, Purpose::SignUp, &email, code).await;
    let payload = match redeemed {
        Ok(payload) => payload,
        Err(failure) => {
            // The guess must be counted.
            tx.commit().await?;
            return Err(failure);
        }
    };
    let pending = read_pending(&payload)?;
    let user = pending.create(accounts, browser, &mut tx, Role::Member).await?;
    let session = start(accounts, &mut tx, browser, user).await?;
    tx.commit().await?;
    Ok(session)
}

/// Uses up a code and returns what waited for it. Commit also when it is refused.
pub(crate) async fn redeem(
    accounts: &Accounts,
    browser: &Browser,
    tx: &mut Tx,
    purpose: Purpose,
    email: &Email,
    code: &str,
) -> Fallible<String> {
    let flow = browser.flow.as_ref();
    match accounts.identity.check_code(tx, purpose, email, flow, code).await? {
        CodeCheck::Right { payload } => Ok(payload),
        CodeCheck::Expired => Err(CODE_EXPIRED.into()),
        CodeCheck::Wrong => Err(WRONG_CODE.into()),
        CodeCheck::TooMany { retry_after_seconds } => {
            Err(TOO_MANY_REQUESTS.with("retry_after_seconds", retry_after_seconds).into())
        }
    }
}

/// Checks that the first account may be created here: on the machine of the server, or with its setup code. Otherwise
/// the first stranger to find a new server would become its operator.
///
/// Problems: [`SETUP_CODE_WRONG`].
pub(crate) fn check_first(
    accounts: &Accounts,
    browser: &Browser,
    setup_code: Option<&str>,
) -> Fallible<()> {
    let is_proven = setup_code.is_some_and(|code| accounts.identity.is_setup_code(code));
    if browser.is_local || is_proven { Ok(()) } else { Err(SETUP_CODE_WRONG.into()) }
}

/// Checks that a person may create an account, on this server and in their region.
///
/// Problems: [`SIGN_UP_CLOSED`], [`REGION_RESTRICTED`].
pub(crate) fn check_open(browser: &Browser, mode: SignUpMode, is_invited: bool) -> Fallible<()> {
    let is_open = match mode {
        SignUpMode::Open => true,
        SignUpMode::Invitation => is_invited,
        SignUpMode::Closed => false,
    };
    match (is_open, browser.place.may_sign_up) {
        (false, _) => Err(SIGN_UP_CLOSED.into()),
        (true, false) => Err(REGION_RESTRICTED.into()),
        (true, true) => Ok(()),
    }
}

/// Creates the account of a person whom an operator invited: who has the link need not prove the address again.
async fn register_invited(
    accounts: &Accounts,
    browser: &Browser,
    email: &Email,
    pending: &Pending,
) -> Fallible<NewSession> {
    let mut tx = accounts.db.begin().await?;
    let role = invitations::take(&mut tx, email, accounts.clock.now()).await?;
    let user = pending.create(accounts, browser, &mut tx, role.ok_or(INVITATION_GONE)?).await?;
    let session = start(accounts, &mut tx, browser, user).await?;
    tx.commit().await?;
    Ok(session)
}

/// Creates the operator's account; `None`: another one was created first.
async fn register_operator(
    accounts: &Accounts,
    browser: &Browser,
    pending: &Pending,
) -> Fallible<Option<NewSession>> {
    let mut tx = accounts.db.begin().await?;
    accounts.identity.lock_first_account(&mut tx).await?;
    if !accounts.identity.needs_operator(&mut tx).await? {
        return Ok(None);
    }
    let user = pending.create(accounts, browser, &mut tx, Role::Operator).await?;
    let session = start(accounts, &mut tx, browser, user).await?;
    tx.commit().await?;
    Ok(Some(session))
}

/// Creates an account. The operator's gets the operator's plan.
pub(crate) async fn create(
    accounts: &Accounts,
    browser: &Browser,
    tx: &mut Tx,
    new: NewUser<'_>,
) -> Fallible<User> {
    let role = new.role;
    let user = accounts.identity.create_user(tx, new).await.map_err(not_created)?;
    if role == Role::Operator {
        let grant = PlanGrant::operator(user.workspace_id, accounts.clock.now());
        accounts.entitlements.grant_plan(tx, &grant, accounts.clock.now()).await?;
    }
    let made = Event::new(Kind::AccountMade, browser.actor(Some(user.id))).detail(role.as_str());
    accounts.audit.record(tx, made).await?;
    tracing::info!(user.id = %user.id, role = role.as_str(), "account made");
    Ok(user)
}

impl Pending {
    async fn create(
        &self,
        accounts: &Accounts,
        browser: &Browser,
        tx: &mut Tx,
        role: Role,
    ) -> Fallible<User> {
        let new = NewUser {
            email: &rules::email(&self.email)?,
            name: &self.name,
            role,
            password_hash: Some(&self.password_hash),
            locale: self.locale.as_deref(),
        };
        create(accounts, browser, tx, new).await
    }
}

fn not_created(error: CreateUserError) -> Failure {
    match error {
        CreateUserError::EmailTaken => EMAIL_TAKEN.into(),
        CreateUserError::Store(error) => error.into(),
    }
}

async fn send_code(
    accounts: &Accounts,
    browser: &Browser,
    email: &Email,
    flow: FlowToken,
    pending: &Pending,
) -> Fallible<CodeSent> {
    let payload = serde_json::to_string(pending).map_err(Failure::internal)?;
    let mut tx = accounts.db.begin().await?;
    let issued = accounts
        .identity
        .issue_code(&mut tx, Purpose::SignUp, email, &flow, browser.asker(None), &payload)
        .await?
        .map_err(too_many)?;
    let minutes = minutes_left(accounts, &issued);
    let found = accounts.identity.find_user_by_email(&mut tx, email).await?;
    // The answer must equal that for an unknown address; only the owner of the address reads that it has an account.
    let message = match &found {
        Some(user) => {
            let page = api::public_url(&accounts.base_url, "/login").map_err(Failure::internal)?;
            let locale = user.settings.locale.as_deref();
            mail_texts::TAKEN.write(&user.email, 0, &[], page.as_str(), locale)
        }
        None => {
            let locale = pending.locale.as_deref();
            mail_texts::SIGN_UP.write(email.as_str(), &issued.code, minutes, locale)
        }
    };
    accounts.mail.enqueue(&mut tx, &message).await?;
    tx.commit().await?;
    let SentCode { expires_at, resend_after_seconds, .. } = issued;
    Ok(CodeSent { flow, expires_at, resend_after_seconds })
}

pub(crate) fn too_many(refused: CodeRefused) -> Failure {
    let CodeRefused::TooMany { retry_after_seconds } = refused;
    TOO_MANY_CODES.with("retry_after_seconds", retry_after_seconds).into()
}

pub(crate) fn minutes_left(accounts: &Accounts, issued: &SentCode) -> i64 {
    issued.expires_at.since(accounts.clock.now()) / MINUTE
}

fn read_pending(payload: &str) -> Fallible<Pending> {
    serde_json::from_str(payload).map_err(|error| {
        tracing::error!(%error, "a waiting sign-up cannot be read");
        REGISTRATION_FAILED.into()
    })
}
