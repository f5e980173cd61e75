use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::{SignedIn, Visitor};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::invitations;
use crate::rules::{
    self, INVITE_ADVANCED_QUERIES, INVITE_QUERIES, REGISTRATION_DAYS, SUBSCRIPTION_MONTHS,
};
use crate::store::FriendRow;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(get_rewards))
        .routes(routes!(get_invitation))
        .routes(routes!(claim_invitation))
}

/// A person's rewards for inviting others.
#[derive(Debug, Serialize, ToSchema)]
struct Rewards {
    /// Address of the invitation link.
    url: String,
    /// Newest first.
    friends: Vec<Friend>,
    worth: InvitationWorth,
}

/// The reward for one friend.
#[derive(Debug, Serialize, ToSchema)]
struct InvitationWorth {
    queries: i64,
    /// Advanced queries; the friend gets as many.
    advanced_queries: i64,
    /// Days of the plan, for a sign-up.
    days: i64,
    /// Months of the plan, for a subscription.
    months: i32,
    /// Number of days for which a friend must have kept the subscription.
    hold_days: i64,
}

/// A person who came by an invitation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InvitedFriend)]
struct Friend {
    /// Name; empty if the account is gone.
    name: String,
    registered_at: Timestamp,
    /// `pending`, `approved`, `refused`.
    registration: String,
    /// `none`, `approved`.
    subscription: String,
}

/// The person who invites.
#[derive(Debug, Serialize, ToSchema)]
struct Inviter {
    name: String,
    worth: InvitationWorth,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InvitationClaim {
    code: String,
}

fn worth(services: &Services) -> InvitationWorth {
    InvitationWorth {
        queries: INVITE_QUERIES,
        advanced_queries: INVITE_ADVANCED_QUERIES,
        days: REGISTRATION_DAYS,
        months: SUBSCRIPTION_MONTHS,
        hold_days: rules::subscription_hold_days(services.payments.settings().refund_days),
    }
}

impl From<(FriendRow, String)> for Friend {
    fn from((row, name): (FriendRow, String)) -> Self {
        let FriendRow { registered_at, registration, subscription, .. } = row;
        Self { name, registered_at, registration, subscription }
    }
}

/// Returns how the caller invites others, the people who came, and the rewards.
#[utoipa::path(get, path = "/api/rewards", tag = "rewards",
    responses((status = 200, body = Rewards), (status = 404, body = ProblemBody)))]
async fn get_rewards(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<Rewards>> {
    let invited = invitations::read(&services, &caller).await?;
    let url = services.page(&invited.code);
    let friends = invited.friends.into_iter().map(Friend::from).collect();
    Ok(Json(Rewards { url: url.into(), friends, worth: worth(&services) }))
}

/// Returns the person who invites by a code. Open to visitors.
#[utoipa::path(get, path = "/api/rewards/invitations/{invite_code}", tag = "rewards", security(()),
    params(("invite_code" = String, Path)),
    responses((status = 200, body = Inviter), (status = 404, body = ProblemBody),
        (status = 403, body = ProblemBody)))]
async fn get_invitation(
    State(services): State<Services>,
    _anybody: Visitor,
    Path(code): Path<String>,
) -> ApiResult<Json<Inviter>> {
    let name = invitations::preview(&services, &code).await?;
    Ok(Json(Inviter { name, worth: worth(&services) }))
}

/// Records by whose invitation the caller came.
#[utoipa::path(post, path = "/api/rewards/claims", tag = "rewards", request_body = InvitationClaim,
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn claim_invitation(
    State(services): State<Services>,
    caller: SignedIn,
    Json(claim): Json<InvitationClaim>,
) -> ApiResult<StatusCode> {
    invitations::claim(&services, &caller, &claim.code).await?;
    Ok(StatusCode::NO_CONTENT)
}
