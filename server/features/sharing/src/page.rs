use area::Services;
use kernel::{Failure, Fallible};

use crate::problems::SHARE_NOT_FOUND;
use crate::share::find_live;

/// What the head of a shared page says to programs that draw a preview of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub status: u16,
    pub title: Option<String>,
    pub description: Option<String>,
}

/// The page at an address of the web client. What is not there has a status and no words.
pub async fn find_page(services: &Services, id: Option<&str>) -> Fallible<Page> {
    let found = match id {
        Some(id) => find_live(services, id).await,
        None => Err(SHARE_NOT_FOUND.into()),
    };
    match found {
        Ok(share) => {
            Ok(Page { status: 200, title: Some(share.title), description: Some(share.description) })
        }
        Err(Failure::Problem(problem)) => {
            Ok(Page { status: problem.kind.status, title: None, description: None })
        }
        Err(fault) => Err(fault),
    }
}
