//! The version of a public bot that others see during review. Decision 0899.

use kernel::Uuid;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extras::Extras;
use crate::rules::{Accessibility, BotTexts, is_open};
use crate::store::Bot;

/// The state of a bot's review. A bot that others see as it is has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BotReviewState)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewState {
    InReview,
    NotApproved,
    /// Its author took it back.
    Withdrawn,
}

impl ReviewState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InReview => "in_review",
            Self::NotApproved => "not_approved",
            Self::Withdrawn => "withdrawn",
        }
    }

    pub fn parse(text: &str) -> Self {
        match text {
            "in_review" => Self::InReview,
            "not_approved" => Self::NotApproved,
            _ => Self::Withdrawn,
        }
    }
}

/// The version of a bot that others get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offer {
    pub accessibility: Accessibility,
    pub texts: BotTexts,
    pub model: Option<String>,
    pub icon_id: Option<Uuid>,
    pub extras: Extras,
}

impl Offer {
    /// Returns the version of `bot` that others would get as it stands; `None`: nothing, because it is a draft or
    /// private.
    pub fn of(bot: &Bot) -> Option<Self> {
        let accessibility = bot.accessibility();
        is_open(bot).then(|| Self {
            accessibility,
            texts: BotTexts {
                name: bot.name.clone(),
                description: bot.description.clone(),
                welcome: bot.welcome.clone(),
                prompt: bot.prompt.clone(),
            },
            model: bot.model.clone(),
            icon_id: bot.icon_id,
            extras: Extras::of(&bot.extras),
        })
    }
}

/// A bot whose latest version is hidden from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    /// The version that others see; `None`: nothing.
    pub seen: Option<Offer>,
}

/// The consequence of an author's change.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Others see the bot as it is.
    Open,
    /// The change goes to the operator for review; others see `seen` meanwhile.
    Hold { seen: Option<Box<Offer>> },
    /// Nothing changes for others.
    Keep,
}

/// Decides the consequence of a change from `before` to `after`. `asks`: the author asked to publish it, even if
/// nothing changed. `is_reviewed`: the operator reviews it first.
pub(crate) fn step(
    before: Option<&Bot>,
    held: Option<&Held>,
    after: &Bot,
    asks: bool,
    is_reviewed: bool,
) -> Step {
    let offer = Offer::of(after).filter(|offer| offer.accessibility == Accessibility::Public);
    // Links that a person hands out are their own affair.
    let Some(offer) = offer else { return Step::Open };
    let was = before.and_then(Offer::of);
    let is_changed = was.as_ref() != Some(&offer);
    let is_sent_again = held.is_some() && asks;
    if !is_changed && !is_sent_again {
        return Step::Keep;
    }
    let seen = match held {
        Some(held) => held.seen.clone(),
        None => was,
    };
    if !is_reviewed || seen.as_ref() == Some(&offer) {
        return Step::Open;
    }
    Step::Hold { seen: seen.map(Box::new) }
}

#[cfg(test)]
mod tests {
    use kernel::{Timestamp, UserId};

    use super::*;

    fn public(prompt: &str) -> Bot {
        Bot::public(UserId::new(Timestamp::from_micros(1)), prompt)
    }

    fn held(seen: Option<&Bot>) -> Held {
        Held { seen: seen.and_then(Offer::of) }
    }

    #[test]
    fn a_new_public_bot_is_seen_by_nobody_and_a_changed_one_as_it_was() {
        let (old, new) = (public("Cook."), public("Bake."));
        let draft = Bot { published: false, ..old.clone() };
        for before in [None, Some(&draft)] {
            assert_eq!(step(before, None, &new, true, true), Step::Hold { seen: None });
            assert_eq!(step(before, None, &new, true, false), Step::Open);
        }
        let seen = Offer::of(&old).map(Box::new);
        assert_eq!(step(Some(&old), None, &new, false, true), Step::Hold { seen });
        let by_link = Bot { accessibility: "link".to_owned(), ..old.clone() };
        let seen = Offer::of(&by_link).map(Box::new);
        assert_eq!(step(Some(&by_link), None, &old, true, true), Step::Hold { seen });
    }

    #[test]
    fn what_others_do_not_see_is_not_looked_at() {
        let bot = public("Cook.");
        assert_eq!(step(Some(&bot), None, &bot, true, true), Step::Keep, "only its limit changed");
        for (accessibility, published) in [("link", true), ("only_me", true), ("public", false)] {
            let closed =
                Bot { accessibility: accessibility.to_owned(), published, ..public("Bake.") };
            let held = held(None);
            assert_eq!(step(Some(&bot), Some(&held), &closed, false, true), Step::Open);
        }
    }

    #[test]
    fn what_was_not_approved_or_taken_back_is_sent_again_by_a_change_or_by_asking() {
        let (old, now, next) = (public("Cook."), public("Bake."), public("Fry."));
        let hold = || Step::Hold { seen: Offer::of(&old).map(Box::new) };
        let held = held(Some(&old));
        assert_eq!(step(Some(&now), Some(&held), &now, false, true), Step::Keep);
        assert_eq!(step(Some(&now), Some(&held), &now, true, true), hold());
        assert_eq!(step(Some(&now), Some(&held), &next, false, true), hold());
        assert_eq!(step(Some(&now), Some(&held), &old, false, true), Step::Open, "as it was");
        assert_eq!(step(Some(&now), Some(&held), &now, true, false), Step::Open, "turned off");
        assert_eq!(step(Some(&now), Some(&held), &now, false, false), Step::Keep);
    }
}
