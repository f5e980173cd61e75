//! Attribution: a click on an affiliate's link, and the sign-up after it.
//!
//! A click is a row with an id that is made here and kept in a cookie of the browser's; nothing in it says who. The last
//! click counts. Who registers in that browser came by it.

use api::RequestContext;
use area::Services;
use http::HeaderMap;
use identity::{Cookies, SignedIn};
use kernel::{DAY, Fallible, SECOND, Uuid};

use crate::problems::{AFFILIATE_UNKNOWN, ALREADY_BROUGHT, NO_CLICK, OWN_LINK, TOO_LATE};
use crate::program;
use crate::rules::{self, CLICK_DAYS};
use crate::store;

/// The last click of a browser.
const CLICK: &str = "ensemble-click";
/// Cookie with the link of the browser's own user: one's own clicks do not count.
const OWN: &str = "ensemble-own-link";
const LIFE_SECONDS: i64 = CLICK_DAYS * DAY / SECOND;

/// The browser of a request, as far as links are concerned.
pub(crate) struct Browser<'a> {
    cookies: Cookies,
    headers: &'a HeaderMap,
}

impl<'a> Browser<'a> {
    pub fn new(services: &Services, context: &RequestContext, headers: &'a HeaderMap) -> Self {
        Self { cookies: services.identity.cookies(context), headers }
    }

    fn click_id(&self) -> Option<Uuid> {
        self.cookies.read(self.headers, CLICK).and_then(|text| text.parse().ok())
    }

    fn knows_as_own(&self, code: &str) -> bool {
        self.cookies.read(self.headers, OWN) == Some(code)
    }

    /// Returns the headers that store a click in this browser.
    fn keep(&self, id: Uuid) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.cookies.write(&mut headers, CLICK, &id.simple().to_string(), LIFE_SECONDS);
        headers
    }

    /// Returns the headers by which this browser forgets its click.
    pub fn forget(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.cookies.write(&mut headers, CLICK, "", 0);
        headers
    }

    /// Returns the headers by which this browser knows its person's own link.
    pub fn keep_own(&self, code: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.cookies.write(&mut headers, OWN, code, LIFE_SECONDS);
        headers
    }
}

/// The result of following a link.
pub(crate) struct Clicked {
    /// Id of the click; `None`: it is the person's own link, and does not count.
    pub id: Option<Uuid>,
    /// Name of the affiliate.
    pub name: String,
    pub headers: HeaderMap,
}

/// Records that somebody follows a link. Following it again in the same browser while the click counts is the same
/// click.
///
/// Problems: [`AFFILIATE_UNKNOWN`].
pub(crate) async fn follow(
    services: &Services,
    browser: &Browser<'_>,
    caller: Option<&SignedIn>,
    code: &str,
) -> Fallible<Clicked> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let affiliate = store::find_by_code(&mut conn, code).await?.ok_or(AFFILIATE_UNKNOWN)?;
    let user = program::find_earning(services, &mut conn, affiliate.user_id).await?;
    let name = user.ok_or(AFFILIATE_UNKNOWN)?.name;
    let before = match browser.click_id() {
        Some(id) => store::find_click(&mut conn, id).await?.map(|click| (id, click)),
        None => None,
    };
    drop(conn);
    let is_own = caller.is_some_and(|caller| caller.user_id == affiliate.user_id);
    if is_own || browser.knows_as_own(code) {
        return Ok(Clicked { id: None, name, headers: HeaderMap::new() });
    }
    if let Some((id, (of, clicked_at))) = before
        && of == affiliate.user_id
        && rules::is_live(clicked_at, now)
    {
        return Ok(Clicked { id: Some(id), name, headers: HeaderMap::new() });
    }
    let id = Uuid::new_v4();
    let mut tx = services.db.begin().await?;
    store::add_click(&mut tx, id, affiliate.user_id, now).await?;
    tx.commit().await?;
    Ok(Clicked { id: Some(id), name, headers: browser.keep(id) })
}

/// Attributes the caller, who is new here, to the click that their browser keeps. Repeating it has no effect.
///
/// Problems: [`NO_CLICK`], [`OWN_LINK`], [`ALREADY_BROUGHT`], [`TOO_LATE`].
pub(crate) async fn claim(
    services: &Services,
    browser: &Browser<'_>,
    caller: &SignedIn,
) -> Fallible<()> {
    let now = services.clock.now();
    let id = browser.click_id().ok_or(NO_CLICK)?;
    let mut tx = services.db.begin().await?;
    services.identity.lock_user(&mut tx, caller.user_id).await?;
    let click = store::find_click(&mut tx, id).await?;
    let (affiliate_id, clicked_at) = click.ok_or(NO_CLICK)?;
    if affiliate_id == caller.user_id {
        return Err(OWN_LINK.into());
    }
    if let Some((known, _)) = store::find_referral(&mut tx, caller.user_id).await? {
        return if known == affiliate_id { Ok(()) } else { Err(ALREADY_BROUGHT.into()) };
    }
    program::find_earning(services, &mut tx, affiliate_id).await?.ok_or(NO_CLICK)?;
    let user = services.identity.find_user(&mut tx, caller.user_id).await?;
    let registered_at = user.map(|user| user.created_at).ok_or(NO_CLICK)?;
    if !rules::may_claim(clicked_at, registered_at, now) {
        return Err(TOO_LATE.into());
    }
    store::add_referral(&mut tx, affiliate_id, caller.user_id, registered_at, now).await?;
    Ok(tx.commit().await?)
}
