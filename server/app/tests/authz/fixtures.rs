//! The facts and objects that an area's operations need to be asked by the permission matrix. Each area brings its own, in
//! `tests/permissions` of its crate, with its part of the matrix beside them.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::object::State;
use crate::setting::Setting;
use crate::team::Team;

include!(concat!(env!("OUT_DIR"), "/permissions.rs"));

/// An operation and the reason for something about it.
pub type Reason = (&'static str, &'static str);
/// An operation: its method and path.
pub type Operation = (&'static str, &'static str);

/// What an area says of its operations. What it leaves out is the strictest: closed, its maker's alone, without an object.
#[async_trait]
pub trait Fixtures: Sync {
    /// Beginnings of paths that visitors may ask.
    fn open(&self) -> &[&'static str] {
        &[]
    }

    /// Beginnings of paths that [`Fixtures::open`] would open, and visitors may not ask.
    fn closed(&self) -> &[&'static str] {
        &[]
    }

    /// Paths that answer whoever knows an address that nobody guesses.
    fn known_by_address(&self) -> &[&'static str] {
        &[]
    }

    /// Operations that others may use on an object that its maker opened to them.
    fn open_to_others(&self) -> &[Operation] {
        &[]
    }

    /// Beginnings of paths to what a team has together.
    fn of_team(&self) -> &[&'static str] {
        &[]
    }

    /// Paths without an object that use what the caller's workspace pays for. One that ends with `/` stands for all below.
    fn uses_workspace(&self) -> &[&'static str] {
        &[]
    }

    /// Paths that are posted to and change nothing.
    fn read_by_posting(&self) -> &[&'static str] {
        &[]
    }

    /// Operations that make the object they name.
    fn made_by_caller(&self) -> &[Operation] {
        &[]
    }

    /// Beginnings of paths that answer an object's owner as they answer a stranger, each with the reason.
    fn alike(&self) -> &[Reason] {
        &[]
    }

    /// Routes that are registered by hand, outside of the description of the API.
    fn raw_routes(&self) -> &[RawRoute] {
        &[]
    }

    /// The query that an operation cannot do without.
    fn query(&self, _path: &str) -> Option<&'static str> {
        None
    }

    /// The states of the objects that a path's parameter names; `None`: it names none of this area's, or one that is
    /// [`State::Live`] or [`State::Unknown`].
    fn states(&self, _parameter: &str) -> Option<&'static [State]> {
        None
    }

    /// The body of a request, where the answer would otherwise only be that it is malformed.
    fn content(&self, _request: &Request<'_>) -> Option<Content> {
        None
    }

    /// Makes an object by the name of the path's parameter, and returns its id; `None`: it is none of this area's.
    async fn object(&self, _setting: &Setting, _wanted: &Wanted<'_>) -> Option<String> {
        None
    }

    /// Puts an object into the trash; `false`: it is none of this area's.
    async fn delete(&self, _name: &str, _id: &str, _owner: &TestPerson) -> bool {
        false
    }

    /// Puts into an object what the operation is about: without it there would be nothing to refuse.
    async fn fill(&self, _setting: &Setting, _filled: &Filled<'_>) {}

    /// The address at which the owner sees an object of this kind.
    fn seen_at(&self, _kind: &str, _id: &str) -> Option<String> {
        None
    }

    /// Takes back what an operation left in everybody's way.
    async fn settle(&self, _setting: &Setting, _path: &str) {}

    /// Ids in bodies and queries.
    fn id_fields(&self) -> Vec<IdField> {
        Vec::new()
    }

    /// Fields called like ids that name nobody's object: path, field, reason.
    fn other_ids(&self) -> &[(&'static str, &'static str, &'static str)] {
        &[]
    }

    /// Operations whose requests may hold more than is described, each with the reason: `post /v1/responses`.
    fn open_requests(&self) -> &[Reason] {
        &[]
    }

    /// Requests of which a part is one of several kinds: the operation, the pointer to the part, a body of each kind.
    fn variants(&self) -> Vec<(&'static str, &'static str, Vec<Value>)> {
        Vec::new()
    }
}

/// A route that is registered by hand.
pub struct RawRoute {
    /// Where it is written, below the area's crate.
    pub file: &'static str,
    pub path: &'static str,
    /// The methods by which the matrix asks it.
    pub methods: &'static [&'static str],
    /// The reason why it is no part of the API's description.
    pub reason: &'static str,
}

/// A request whose body is wanted.
pub struct Request<'a> {
    pub method: &'a str,
    pub path: &'a str,
    /// The id of the object that the path names.
    pub id: &'a str,
    /// An id that nothing has yet.
    pub new_id: Uuid,
    /// True if the caller works in a team's workspace, which is sold other plans.
    pub is_for_team: bool,
}

/// An object that is to be made.
pub struct Wanted<'a> {
    /// The name of the path's parameter.
    pub name: &'a str,
    pub owner: &'a TestPerson,
    pub team: Option<&'a Team>,
    pub state: State,
}

/// An object that an operation is to be asked about.
pub struct Filled<'a> {
    pub operation: (&'a str, &'a str),
    /// The address of the object.
    pub address: &'a str,
    pub id: &'a str,
    /// The id of what the operation names within the object.
    pub part: Uuid,
    pub owner: &'a TestPerson,
}

/// A place in a request where an id stands.
pub struct IdField {
    pub method: &'static str,
    pub path: &'static str,
    /// What leads to it in the body, with dots; or its name in the query.
    pub name: &'static str,
    /// What it names: the name that a path has for it.
    pub kind: &'static str,
    /// Makes the request that names it: what follows the path, and the body.
    pub send: fn(&str) -> Sent,
    /// The answer where there is no such object: 404, or the route's own refusal.
    pub status: u16,
}

/// What follows a path, and the body.
pub type Sent = (String, Option<Value>);

/// A request with this body.
pub fn body(json: Value) -> Sent {
    (String::new(), Some(json))
}

/// A request with this query.
pub fn query(query: String) -> Sent {
    (query, None)
}

/// What is sent with a request.
pub struct Content {
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

impl From<Value> for Content {
    fn from(json: Value) -> Self {
        Self { kind: "application/json", bytes: json.to_string().into_bytes() }
    }
}

/// Makes a picture that is large enough for a bot and a team.
pub fn picture() -> Content {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::DynamicImage::from(image::RgbImage::new(100, 100));
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    Content { kind: "image/png", bytes: bytes.into_inner() }
}

/// Makes an object through its route, and returns its id.
pub async fn made(owner: &TestPerson, path: &str, new: Value) -> String {
    owner.post(path, new).await.created()["id"].as_str().unwrap().to_owned()
}

/// Returns what the first area that knows of it says.
pub fn first<T>(of: impl Fn(&'static dyn Fixtures) -> Option<T>) -> Option<T> {
    all().find_map(|(_, fixtures)| of(fixtures))
}

/// Returns true if an area lists a beginning of `path`.
pub fn lists_beginning(
    path: &str,
    of: impl Fn(&'static dyn Fixtures) -> &'static [&'static str],
) -> bool {
    all().any(|(_, fixtures)| of(fixtures).iter().any(|listed| path.starts_with(listed)))
}

/// Returns true if an area lists the operation.
pub fn lists_operation(
    (method, path): (&str, &str),
    of: impl Fn(&'static dyn Fixtures) -> &'static [Operation],
) -> bool {
    all().any(|(_, fixtures)| of(fixtures).contains(&(method, path)))
}

/// Returns the body of a request, as its area has it.
pub fn content_of(request: &Request<'_>) -> Option<Content> {
    if matches!(request.method, "get" | "delete") {
        return None;
    }
    let content = first(|fixtures| fixtures.content(request));
    Some(content.unwrap_or_else(|| json!({}).into()))
}
