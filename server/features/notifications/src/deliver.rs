//! One message to one device, through its push service.

use std::time::Duration;

use area::Services;
use bytes::Bytes;
use conversations::find_conversation;
use generation::RunState;
use http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName};
use http::{HeaderValue, Method};
use jobs::{Job, JobResult};
use kernel::{ConversationId, Failure, Fallible, UserId, Uuid};
use serde::{Deserialize, Serialize};
use url::Url;
use web_access::Call;

use crate::encrypt::encrypt;
use crate::keys::own_key;
use crate::rules::{ANSWER_SECONDS, KEPT_SECONDS, short_title};
use crate::store::{Subscription, SubscriptionId, count_unread, delete, find, list_of};
use crate::subscription::Target;
use crate::vapid::{contact, encode};

/// A message to a device. The device words it in its own language.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Message {
    RunEnded {
        conversation_id: ConversationId,
        state: RunState,
        /// Title, only if the person allowed it.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// Number of conversations with unread answers.
        unread: i64,
    },
    /// A run waits until its person decides whether a tool may be used.
    RunWaits {
        conversation_id: ConversationId,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        unread: i64,
    },
}

/// Notifies one device that a run is over, or waits for its person.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Deliver {
    pub subscription_id: SubscriptionId,
    pub conversation_id: ConversationId,
    pub state: RunState,
}

impl Job for Deliver {
    type Context = Services;
    const NAME: &'static str = "notifications.deliver";
    /// Some six minutes: later it is no news.
    const MAX_ATTEMPTS: u32 = 6;

    async fn run(self, services: &Services) -> JobResult {
        let Some((subscription, message)) = self.message(services).await? else { return Ok(()) };
        deliver(services, &subscription, self.conversation_id.0, &message).await
    }
}

/// Enqueues the job of `job_of` for each device of a person that is signed in.
pub(crate) async fn enqueue_for_devices<J: Job>(
    services: &Services,
    user_id: UserId,
    job_of: impl Fn(SubscriptionId) -> J,
) -> JobResult {
    let mut conn = services.db.read().await?;
    let subscriptions = list_of(&mut conn, user_id).await?;
    let sessions = services.identity.list_sessions(&mut conn, user_id).await?;
    drop(conn);
    let mut tx = services.db.begin().await?;
    for subscription in subscriptions {
        if sessions.iter().any(|session| session.id == subscription.session_id) {
            services.queue.enqueue(&mut tx, &job_of(subscription.id)).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Delivers a message to a device, on a topic whose newer message takes the place of one that waits. A device that is gone
/// is forgotten.
pub(crate) async fn deliver(
    services: &Services,
    subscription: &Subscription,
    topic: Uuid,
    message: &impl Serialize,
) -> JobResult {
    let target = Target::open(&services.vault, subscription)?;
    match send(services, &target, topic, message).await? {
        200..=299 => Ok(()),
        // The browser revoked its subscription, or is gone.
        404 | 410 => forget(services, subscription.id).await,
        // Try again.
        status @ (429 | 500..) => Err(Failure::internal(format!("a push service said {status}"))),
        status => {
            tracing::warn!(status, "a push service refused a message");
            Ok(())
        }
    }
}

impl Deliver {
    /// Returns the message and its recipient; `None`: the person has seen it meanwhile, or wants no notifications on
    /// this device.
    async fn message(&self, services: &Services) -> Fallible<Option<(Subscription, Message)>> {
        let mut conn = services.db.read().await?;
        let Some(subscription) = find(&mut conn, self.subscription_id).await? else {
            return Ok(None);
        };
        let user_id = subscription.user_id;
        let found = find_conversation(&mut conn, user_id, self.conversation_id).await?;
        let Some(conversation) = found.filter(|found| found.is_unread()) else { return Ok(None) };
        let conversation_id = conversation.id;
        let title = subscription.with_title.then(|| short_title(&conversation.title));
        let unread = count_unread(&mut conn, user_id).await?;
        let message = match self.state {
            RunState::Paused => Message::RunWaits { conversation_id, title, unread },
            state => Message::RunEnded { conversation_id, state, title, unread },
        };
        Ok(Some((subscription, message)))
    }
}

/// Sends a message; returns the push service's status.
async fn send(
    services: &Services,
    target: &Target,
    topic: Uuid,
    message: &impl Serialize,
) -> Fallible<u16> {
    let plain = serde_json::to_vec(message).map_err(Failure::internal)?;
    let body = encrypt(&target.browser_key, &target.auth, &plain);
    let endpoint = Url::parse(&target.endpoint).map_err(Failure::internal)?;
    let signer = own_key(services).await?;
    let contact = contact(&services.base_url);
    let authorization = signer.authorization(&endpoint, &contact, services.clock.now());
    let topic = encode(topic.as_bytes());
    let mut headers = HeaderMap::new();
    for (name, value) in [
        (AUTHORIZATION, authorization),
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_ENCODING, "aes128gcm".to_owned()),
        (HeaderName::from_static("ttl"), KEPT_SECONDS.to_string()),
        (HeaderName::from_static("urgency"), "normal".to_owned()),
        (HeaderName::from_static("topic"), topic),
    ] {
        headers.insert(name, HeaderValue::try_from(value).map_err(Failure::internal)?);
    }
    let call = Call {
        method: Method::POST,
        url: &target.endpoint,
        headers,
        body: Bytes::from(body.map_err(|_| Failure::internal("a browser's key broke"))?),
        first_byte: Duration::from_secs(ANSWER_SECONDS),
    };
    // The address is a secret: it is not logged. Why it failed is, with the job.
    Ok(services.web.call(call).await.map_err(|error| Failure::internal(error.to_string()))?.status)
}

async fn forget(services: &Services, id: SubscriptionId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    delete(&mut tx, id).await?;
    Ok(tx.commit().await?)
}
