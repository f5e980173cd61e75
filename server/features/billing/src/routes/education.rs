//! Routes of the education discount: its terms, and verification.

use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, ProblemBody, RateExchange, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::{SignedIn, Visitor};
use kernel::{Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::education::{self, Proof};
use crate::offer::Offer;
use crate::problems::EDUCATION_NOT_OFFERED;
use crate::routes::plan::{FromSettings, selling};
use crate::rules::EDUCATION_CODES_PER_HOUR;
use crate::wire::{OfferBody, OfferedPlan};

pub(crate) fn router(rates: &RateExchange) -> Routes {
    let every = Duration::from_secs(3_600 / u64::from(EDUCATION_CODES_PER_HOUR));
    let pace =
        Arc::new(RateLimit::new(rates, "billing.education_codes", EDUCATION_CODES_PER_HOUR, every));
    Routes::new()
        .routes(routes!(get_education))
        .routes(routes!(send_education_code))
        .routes(routes!(prove_education))
        .layer(Extension(pace))
}

/// The education discount.
#[derive(Debug, Serialize, ToSchema)]
struct EducationOffer {
    /// Off each period.
    percent_off: u8,
    /// Number of days for which a verification is valid.
    days: u16,
    /// True if the caller can verify now; false if they are already verified.
    on: bool,
    currency: String,
    /// The plans sold to individuals; `promoted` is the price with the discount.
    plans: Vec<OfferedPlan>,
    /// The caller's verification; null: not verified.
    proof: Option<EducationProof>,
}

#[derive(Debug, Serialize, ToSchema)]
struct EducationProof {
    /// The school's address.
    email: String,
    ends_at: Timestamp,
}

/// An address of a school's.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EducationEmail {
    email: String,
}

/// The code that was mailed to it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EducationGuess {
    email: String,
    /// Six digits.
    code: String,
}

/// A code is on its way.
#[derive(Debug, Serialize, ToSchema)]
struct EducationCodeSent {
    expires_at: Timestamp,
    resend_after_seconds: i64,
}

async fn read(
    services: &Services,
    offer: Offer,
    caller: Option<&SignedIn>,
) -> Fallible<EducationOffer> {
    let now = services.clock.now();
    let proof: Option<Proof> = match caller {
        Some(caller) => {
            let mut conn = services.db.read().await?;
            education::find_proof(&mut conn, caller.user_id, now).await?
        }
        None => None,
    };
    let education = offer.education.clone();
    if !education.on && proof.is_none() {
        return Err(EDUCATION_NOT_OFFERED.into());
    }
    let percent_off = proof.as_ref().map_or(education.percent_off, Proof::percent_off);
    let running = education::running(services, &offer, percent_off, now);
    let OfferBody { currency, plans, .. } = OfferBody::new(offer, vec![running], services);
    let is_cheaper =
        |plan: &OfferedPlan| plan.promoted.monthly.is_some() || plan.promoted.yearly.is_some();
    Ok(EducationOffer {
        percent_off,
        days: education.days,
        on: education.on,
        currency,
        plans: plans.into_iter().filter(is_cheaper).collect(),
        proof: proof.map(|Proof { email, ends_at, .. }| EducationProof { email, ends_at }),
    })
}

/// Returns the terms of the education discount, and whether the caller has it. Open to visitors.
#[utoipa::path(get, path = "/api/billing/education", tag = "billing", security(()),
    responses((status = 200, body = EducationOffer), (status = 404, body = ProblemBody),
        (status = 403, body = ProblemBody)))]
async fn get_education(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    Visitor(caller): Visitor,
) -> ApiResult<Json<EducationOffer>> {
    let offer = selling(&services, &from_settings).await?;
    Ok(Json(read(&services, offer, caller.as_ref()).await?))
}

/// Mails a code to an address of a school.
#[utoipa::path(post, path = "/api/billing/education/codes", tag = "billing",
    request_body = EducationEmail,
    responses((status = 201, body = EducationCodeSent), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 429, body = ProblemBody)))]
async fn send_education_code(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    Extension(pace): Extension<Arc<RateLimit>>,
    caller: SignedIn,
    Json(to): Json<EducationEmail>,
) -> ApiResult<(StatusCode, Json<EducationCodeSent>)> {
    let offer = selling(&services, &from_settings).await?;
    pace.check(&caller.user_id.to_string())?;
    let sent = education::send_code(&services, &offer, &caller, &to.email).await?;
    let identity::SentCode { expires_at, resend_after_seconds, .. } = sent;
    Ok((StatusCode::CREATED, Json(EducationCodeSent { expires_at, resend_after_seconds })))
}

/// Activates the discount, by the code that was mailed.
#[utoipa::path(post, path = "/api/billing/education/proof", tag = "billing",
    request_body = EducationGuess,
    responses((status = 200, body = EducationOffer), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody)))]
async fn prove_education(
    State(services): State<Services>,
    Extension(from_settings): FromSettings,
    caller: SignedIn,
    Json(guess): Json<EducationGuess>,
) -> ApiResult<Json<EducationOffer>> {
    let offer = selling(&services, &from_settings).await?;
    let said = (guess.email.as_str(), guess.code.trim());
    education::prove(&services, &offer, &caller, said).await?;
    Ok(Json(read(&services, offer, Some(&caller)).await?))
}
