//! Ratings of answers: thumbs up or down, why, and in whose words. Each is seen by the person who gave it alone.

use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use conversations::{
    FeedbackReason, Message, MessageFeedback, MessageState, Rating, delete_feedback, find_message,
    save_feedback,
};
use http::StatusCode;
use identity::SignedIn;
use kernel::{Fallible, MessageId, Problem, limits};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problems::{
    FEEDBACK_COMMENT_TOO_LONG, FEEDBACK_NOT_AN_ANSWER, FEEDBACK_UNFINISHED, MESSAGE_NOT_FOUND,
};

limits! { "chat";
    /// Longest comment on an answer.
    FEEDBACK_COMMENT_MAX_CHARS: usize = conversations::COMMENT_MAX_CHARS, "characters", "ours (decision 0984)";
}

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(rate_answer, unrate_answer))
}

/// A rating of an answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewFeedback {
    rating: Rating,
    /// The fault of the answer.
    #[serde(default)]
    reason: Option<FeedbackReason>,
    /// The person's own words.
    #[serde(default)]
    comment: Option<String>,
}

/// Rates an answer, in place of an earlier rating of the caller's.
#[utoipa::path(put, path = "/api/chat/messages/{message_id}/feedback", tag = "chat",
    params(("message_id" = MessageId, Path)), request_body = NewFeedback,
    responses((status = 200, body = MessageFeedback), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn rate_answer(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MessageId>,
    Json(new): Json<NewFeedback>,
) -> ApiResult<Json<MessageFeedback>> {
    Ok(Json(rate(&services, &caller, id, new).await?))
}

/// Removes the caller's rating of an answer.
#[utoipa::path(delete, path = "/api/chat/messages/{message_id}/feedback", tag = "chat",
    params(("message_id" = MessageId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn unrate_answer(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<MessageId>,
) -> ApiResult<StatusCode> {
    let mut tx = services.db.begin().await?;
    let found = find_message(&mut tx, caller.user_id, id).await?.ok_or(MESSAGE_NOT_FOUND)?;
    let was_rated = delete_feedback(&mut tx, caller.user_id, id).await?;
    tx.commit().await?;
    if was_rated {
        services.generation.announce_change(caller.user_id, found.conversation_id);
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn rate(
    services: &Services,
    caller: &SignedIn,
    id: MessageId,
    new: NewFeedback,
) -> Fallible<MessageFeedback> {
    let NewFeedback { rating, reason, comment } = new;
    let feedback = MessageFeedback { rating, reason, comment: parse_comment(comment)? };
    let mut tx = services.db.begin().await?;
    let found = find_message(&mut tx, caller.user_id, id).await?.ok_or(MESSAGE_NOT_FOUND)?;
    check_rateable(&found)?;
    save_feedback(&mut tx, caller.user_id, &found, &feedback, services.clock.now()).await?;
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, found.conversation_id);
    Ok(feedback)
}

/// Checks that a message is an answer that is complete.
fn check_rateable(message: &Message) -> Result<(), Problem> {
    if !message.is_rateable() {
        return Err(FEEDBACK_NOT_AN_ANSWER.into());
    }
    if message.state == MessageState::Running {
        return Err(FEEDBACK_UNFINISHED.into());
    }
    Ok(())
}

/// Normalizes a comment: white space around it goes, and an empty one is none.
fn parse_comment(comment: Option<String>) -> Result<Option<String>, Problem> {
    let comment = comment.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let length = comment.as_ref().map_or(0, |text| text.chars().count());
    if length > FEEDBACK_COMMENT_MAX_CHARS {
        return Err(FEEDBACK_COMMENT_TOO_LONG.with("max", FEEDBACK_COMMENT_MAX_CHARS));
    }
    Ok(comment)
}

#[cfg(test)]
mod tests {
    use conversations::{MessageKind, Role};
    use kernel::{ConversationId, Timestamp};

    use super::*;

    #[test]
    fn answers_that_are_there_can_be_rated_and_nothing_else() {
        let at = Timestamp::from_micros(1);
        let message = |role| Message::new(MessageId::new(at), ConversationId::new(at), role, at);
        let answer = message(Role::Assistant);
        for state in [MessageState::Completed, MessageState::Failed, MessageState::Cancelled] {
            assert!(check_rateable(&Message { state, ..answer.clone() }).is_ok());
        }
        let running = Message { state: MessageState::Running, ..answer.clone() };
        assert_eq!(check_rateable(&running), Err(FEEDBACK_UNFINISHED.into()));
        let welcome = Message { kind: MessageKind::Welcome, ..answer };
        for not_an_answer in [welcome, message(Role::User)] {
            assert_eq!(check_rateable(&not_an_answer), Err(FEEDBACK_NOT_AN_ANSWER.into()));
        }
    }

    #[test]
    fn a_comment_is_trimmed_bounded_and_none_if_it_is_empty() {
        assert_eq!(
            parse_comment(Some(" Wrong year \n".to_owned())),
            Ok(Some("Wrong year".to_owned()))
        );
        assert_eq!(parse_comment(Some(" ".to_owned())), Ok(None));
        assert_eq!(parse_comment(None), Ok(None));
        let of = |length| parse_comment(Some("字".repeat(length)));
        assert!(of(FEEDBACK_COMMENT_MAX_CHARS).is_ok());
        let refused = FEEDBACK_COMMENT_TOO_LONG.with("max", FEEDBACK_COMMENT_MAX_CHARS);
        assert_eq!(of(FEEDBACK_COMMENT_MAX_CHARS + 1), Err(refused));
    }
}
