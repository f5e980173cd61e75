//! The education discount: a reduction of each period for people with an address of a school. A code is mailed there,
//! and whoever enters it has the discount for some time, at the rate promised then. One address verifies one account.

use ::store::{Conn, StoreResult, Tx, sql};
use api::TOO_MANY_REQUESTS;
use area::Services;
use identity::{CodeAsker, CodeCheck, CodeRefused, Email, FlowToken, Purpose, SentCode, SignedIn};
use kernel::{DAY, Fallible, MINUTE, Problem, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mails;
use crate::offer::Offer;
use crate::problems::{
    EDUCATION_CODE_EXPIRED, EDUCATION_CODE_WRONG, EDUCATION_CODES_TOO_MANY,
    EDUCATION_EMAIL_INVALID, EDUCATION_EMAIL_TAKEN, EDUCATION_NOT_OFFERED,
};
use crate::promotions::{EDUCATION, Kind, PERCENT_MAX, Running, off};
use crate::rules::schools::{is_of_school, is_rule};
use crate::rules::{Cycle, Terms};
use crate::store::Row;

/// Maximum number of domain rules.
const RULES_MAX: usize = 100;
/// Longest time that a proof counts, in days.
const DAYS_MAX: u16 = 1_096;

/// A reduction of each period, for students and staff of schools.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EducationSettings)]
pub(crate) struct Education {
    pub on: bool,
    pub percent_off: u8,
    /// Number of days for which a verification is valid.
    pub days: u16,
    /// Domains that qualify: `uni.example` with its subdomains, `.edu` for subdomains only; a `*` at the end stands for
    /// any two-letter country code.
    pub domains: Vec<String>,
}

/// The operator's changes to it: `[billing.education]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EducationChange {
    pub on: Option<bool>,
    pub percent_off: Option<u8>,
    pub days: Option<u16>,
    pub domains: Option<Vec<String>>,
}

impl Education {
    /// Returns true if this discount can be offered. A discount that is off is always valid.
    pub fn is_valid(&self) -> bool {
        let is_much = (1..=PERCENT_MAX).contains(&self.percent_off);
        let is_long = (1..=DAYS_MAX).contains(&self.days);
        let are_rules = (1..=RULES_MAX).contains(&self.domains.len())
            && self.domains.iter().all(|rule| is_rule(rule));
        !self.on || (is_much && is_long && are_rules)
    }

    #[must_use]
    pub fn changed(self, change: &EducationChange) -> Self {
        Self {
            on: change.on.unwrap_or(self.on),
            percent_off: change.percent_off.unwrap_or(self.percent_off),
            days: change.days.unwrap_or(self.days),
            domains: change.domains.clone().unwrap_or(self.domains),
        }
    }
}

/// A verification that a person belongs to a school.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Proof {
    pub email: String,
    percent_off: i64,
    pub ends_at: Timestamp,
}

impl Proof {
    pub fn percent_off(&self) -> u8 {
        u8::try_from(self.percent_off).unwrap_or(0)
    }
}

/// Returns the discount as a promotion for a verified person: for each personal plan, and each period.
pub(crate) fn running(
    services: &Services,
    offer: &Offer,
    percent_off: u8,
    ends_at: Timestamp,
) -> Running {
    let is_of_people =
        |id: &&String| services.entitlements.plan(id).is_some_and(|plan| !plan.per_seat);
    Running {
        id: EDUCATION.to_owned(),
        kind: Kind::Education,
        percent_off,
        plans: offer.plans.keys().filter(is_of_people).cloned().collect(),
        cycles: vec![Cycle::Monthly, Cycle::Yearly],
        ends_at,
    }
}

/// Returns a person's proof that counts at `at`.
pub(crate) async fn find_proof(
    conn: &mut Conn,
    user_id: UserId,
    at: Timestamp,
) -> StoreResult<Option<Proof>> {
    sql!(
        conn,
        optional Proof,
        "SELECT email, percent_off, ends_at FROM billing_education WHERE user_id = $1 AND ends_at > $2",
        user_id,
        at
    )
}

/// Returns the education discount, in percent, of a period of `terms` that begins at `at`, for the owner of a
/// subscription. Team plans get none.
pub(crate) async fn percent_for(
    services: &Services,
    conn: &mut Conn,
    row: &Row,
    terms: &Terms,
    at: Timestamp,
) -> StoreResult<u8> {
    if services.entitlements.plan(&terms.plan).is_none_or(|plan| plan.per_seat) {
        return Ok(0);
    }
    let proof = find_proof(conn, row.user_id, at).await?;
    Ok(proof.map_or(0, |proof| proof.percent_off()))
}

/// Returns the price of a period of `terms` that begins at `at`, for the owner of a subscription.
pub(crate) async fn renewal_price(
    services: &Services,
    conn: &mut Conn,
    row: &Row,
    terms: &Terms,
    at: Timestamp,
) -> StoreResult<i64> {
    let percent = percent_for(services, conn, row, terms, at).await?;
    Ok(terms.price - off(terms.price, percent))
}

/// Mails a code to an address of a school; earlier ones no longer count.
///
/// Problems: [`EDUCATION_NOT_OFFERED`], [`EDUCATION_EMAIL_INVALID`], [`EDUCATION_CODES_TOO_MANY`].
pub(crate) async fn send_code(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    address: &str,
) -> Fallible<SentCode> {
    let email = school_address(offer, address)?;
    let flow = FlowToken::of_account(caller.user_id);
    let asker = CodeAsker::Account(caller.user_id);
    let mut tx = services.db.begin().await?;
    let identity = &services.identity;
    let issued = identity.issue_code(&mut tx, Purpose::Education, &email, &flow, asker, "").await?;
    let sent = issued.map_err(|CodeRefused::TooMany { retry_after_seconds }| {
        EDUCATION_CODES_TOO_MANY.with("retry_after_seconds", retry_after_seconds)
    })?;
    let minutes = sent.expires_at.since(services.clock.now()) / MINUTE;
    let locale = caller.locale.as_deref();
    let template = &mails::education::TEMPLATE;
    let message = template.write(email.as_str(), &sent.code, minutes, locale);
    services.mail.enqueue(&mut tx, &message).await?;
    tx.commit().await?;
    Ok(sent)
}

/// Verifies the code that was mailed to the caller's school address: from now on they have the discount.
///
/// Problems: [`EDUCATION_NOT_OFFERED`], [`EDUCATION_EMAIL_INVALID`], [`EDUCATION_CODE_WRONG`],
/// [`EDUCATION_CODE_EXPIRED`], [`EDUCATION_EMAIL_TAKEN`], too many guesses.
pub(crate) async fn prove(
    services: &Services,
    offer: &Offer,
    caller: &SignedIn,
    (address, code): (&str, &str),
) -> Fallible<()> {
    let email = school_address(offer, address)?;
    let flow = FlowToken::of_account(caller.user_id);
    let mut tx = services.db.begin().await?;
    let identity = &services.identity;
    let refused =
        match identity.check_code(&mut tx, Purpose::Education, &email, Some(&flow), code).await? {
            CodeCheck::Right { .. } => None,
            CodeCheck::Wrong => Some(Problem::from(EDUCATION_CODE_WRONG)),
            CodeCheck::Expired => Some(EDUCATION_CODE_EXPIRED.into()),
            CodeCheck::TooMany { retry_after_seconds } => {
                Some(TOO_MANY_REQUESTS.with("retry_after_seconds", retry_after_seconds))
            }
        };
    if let Some(refused) = refused {
        // The guess must be counted.
        tx.commit().await?;
        return Err(refused.into());
    }
    if !save_proof(&mut tx, caller.user_id, &email, &offer.education, services.clock.now()).await? {
        return Err(EDUCATION_EMAIL_TAKEN.into());
    }
    tx.commit().await?;
    tracing::info!(user.id = %caller.user_id, "an education discount was proved");
    Ok(())
}

fn school_address(offer: &Offer, address: &str) -> Fallible<Email> {
    if !offer.education.on {
        return Err(EDUCATION_NOT_OFFERED.into());
    }
    let email = Email::parse(address).filter(|email| is_of_school(email, &offer.education.domains));
    Ok(email.ok_or(EDUCATION_EMAIL_INVALID)?)
}

/// Returns `false`, and is to be rolled back, where the mailbox proves another account.
async fn save_proof(
    tx: &mut Tx,
    user_id: UserId,
    email: &Email,
    education: &Education,
    now: Timestamp,
) -> StoreResult<bool> {
    let mailbox = email.mailbox();
    sql!(
        tx,
        execute,
        "DELETE FROM billing_education WHERE user_id = $1 OR (mailbox = $2 AND ends_at <= $3)",
        user_id,
        mailbox.as_str(),
        now
    )?;
    let added = sql!(
        tx,
        execute,
        "INSERT INTO billing_education (user_id, email, mailbox, percent_off, proved_at, ends_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        user_id,
        email.as_str(),
        mailbox.as_str(),
        i64::from(education.percent_off),
        now,
        now.plus(i64::from(education.days) * DAY)
    )?;
    Ok(added == 1)
}

pub(crate) async fn forget(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM billing_education WHERE user_id = $1", user_id)?;
    Ok(())
}
