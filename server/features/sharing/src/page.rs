use area::Services;
use kernel::{Failure, Fallible};

use crate::problems::SHARE_NOT_FOUND;
use crate::share::{find_live, picture_path};

/// The metadata in a shared page's head for programs that render previews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub status: u16,
    pub title: Option<String>,
    pub description: Option<String>,
    /// The whole address of its picture.
    pub picture: Option<String>,
}

/// Returns the page at an address of the web client. A missing one has a status and no text.
pub async fn find_page(services: &Services, id: Option<&str>) -> Fallible<Page> {
    let found = match id {
        Some(id) => find_live(services, id).await,
        None => Err(SHARE_NOT_FOUND.into()),
    };
    match found {
        Ok(share) => {
            let base = services.base_url.as_str().trim_end_matches('/');
            let picture = share.has_picture.then(|| format!("{base}{}", picture_path(&share.id)));
            let (title, description) = (Some(share.title), Some(share.description));
            Ok(Page { status: 200, title, description, picture })
        }
        Err(Failure::Problem(problem)) => {
            let status = problem.kind.status;
            Ok(Page { status, title: None, description: None, picture: None })
        }
        Err(fault) => Err(fault),
    }
}
