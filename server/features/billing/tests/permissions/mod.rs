//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};

use crate::fixtures::{Content, Fixtures, RawRoute, Reason, Request, Wanted};
use crate::object::State;
use crate::setting::Setting;
use crate::team::SEATS;

/// What a workspace is sold, and for how much.
fn sold(is_for_team: bool) -> (Value, i64) {
    if is_for_team {
        return (json!({ "plan": "team", "cycle": "monthly", "seats": SEATS }), SEATS * 2490);
    }
    (json!({ "plan": "pro", "cycle": "monthly", "seats": null }), 990)
}

fn offer() -> Value {
    json!({
        "currency": "USD", "trial": { "plan": "pro", "days": 7, "extension_days": 7 },
        // What others buy meanwhile stays sold.
        "plans": { "pro": { "monthly": 990 }, "team": { "monthly": 2490 } }, "packs": {},
    })
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/billing/offer", "/api/billing/notices/", "/api/billing/education"]
    }

    fn closed(&self) -> &[&'static str] {
        &["/api/billing/education/"]
    }

    fn known_by_address(&self) -> &[&'static str] {
        // A provider's name is no secret: its news are proved by their signature.
        &["/api/billing/notices/"]
    }

    fn of_team(&self) -> &[&'static str] {
        &["/api/billing/orders/"]
    }

    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/billing/"]
    }

    fn read_by_posting(&self) -> &[&'static str] {
        &["/api/billing/quotes", "/api/billing/orders/{order_id}/check"]
    }

    fn alike(&self) -> &[Reason] {
        &[
            ("/api/billing/all-orders/{order_id}/", "only the operator may"),
            ("/api/billing/notices/{provider}", "a payment provider's, who signs it"),
        ]
    }

    fn raw_routes(&self) -> &[RawRoute] {
        &[RawRoute {
            file: "src/lib.rs",
            path: "/api/billing/notices/{provider}",
            methods: &["post"],
            reason: "payment providers call it, in a form of theirs that they sign",
        }]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        (parameter == "order_id").then_some(&[State::Live, State::Locked, State::Unknown])
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let (item, price) = sold(request.is_for_team);
        let json = match (request.method, request.path) {
            ("post", "/api/billing/quotes") => item,
            ("post", "/api/billing/orders") => {
                json!({ "id": request.new_id, "item": item, "amount": price, "currency": "USD" })
            }
            ("post", "/api/billing/trial") => json!({ "cycle": "monthly" }),
            ("post", "/api/billing/subscription/cancel") => json!({ "reason": "not_used" }),
            ("post", "/api/billing/subscription/downgrade") => json!({
                "plan": item["plan"], "cycle": "monthly", "seats": item["seats"], "price": price,
                "currency": "USD",
            }),
            ("put", "/api/billing/own-offer") | ("post", "/api/billing/own-offer/preview") => {
                offer()
            }
            ("post", "/api/billing/education/codes") => json!({ "email": "ana@x.edu" }),
            ("post", "/api/billing/education/proof") => {
                json!({ "email": "ana@x.edu", "code": "000000" })
            }
            ("put", "/api/billing/auto-deduction") => {
                json!({ "enabled": true, "amount": 490, "monthly_limit": 490 })
            }
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "order_id" => {
                let id = Uuid::now_v7();
                let (item, price) = sold(wanted.team.is_some());
                let new = json!({ "id": id, "item": item, "amount": price, "currency": "USD" });
                wanted.owner.post("/api/billing/orders", new).await.created();
                Some(id.to_string())
            }
            "provider" => Some("manual".to_owned()),
            _ => None,
        }
    }
}
