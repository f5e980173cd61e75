//! Who may have a PowerUP, and which version of it. No I/O.

use kernel::{Fallible, UserId};

use crate::definition::Definition;
use crate::problems::{GONE, NOT_FOUND};
use crate::states::{Scope, State};
use crate::store::Row;

/// A PowerUP as a reader has it.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub row: Row,
    pub definition: Definition,
    /// True if the reader wrote it.
    pub is_own: bool,
    /// True if `definition` is the one that others have.
    pub is_shown: bool,
}

/// Returns what `reader` has of a PowerUP. Whoever favorited one keeps it when its author takes it back.
///
/// # Errors
///
/// [`NOT_FOUND`]; [`GONE`] for one that was shared and was deleted or removed.
pub(crate) fn view(row: Option<Row>, reader: Option<UserId>) -> Fallible<View> {
    let row = row.ok_or(NOT_FOUND)?;
    let is_own = reader == Some(row.user_id);
    if is_own {
        if row.deleted_at.is_some() {
            return Err(NOT_FOUND.into());
        }
        let definition = row.definition()?;
        return Ok(View { row, definition, is_own, is_shown: false });
    }
    let definition = row.shown_definition()?.filter(|_| !row.hidden).ok_or(NOT_FOUND)?;
    if row.deleted_at.is_some() || row.state()? == State::Removed {
        return Err(GONE.into());
    }
    if row.shown()?.scope == Scope::Private && !row.favorited {
        return Err(NOT_FOUND.into());
    }
    Ok(View { row, definition, is_own, is_shown: true })
}

/// Returns what the author of a PowerUP has.
///
/// # Errors
///
/// [`NOT_FOUND`] for anybody else.
pub(crate) fn own(row: Option<Row>, author: UserId) -> Fallible<View> {
    let row = row.filter(|row| row.user_id == author);
    view(row, Some(author))
}

/// Returns what the reviewer looks at: a PowerUP that waits.
///
/// # Errors
///
/// `problem` for one that does not.
pub(crate) fn waiting(row: Option<Row>, problem: kernel::ProblemKind) -> Fallible<View> {
    let row = row.filter(|row| row.deleted_at.is_none()).ok_or(problem)?;
    if row.state()? != State::Auditing {
        return Err(problem.into());
    }
    let definition = row.definition()?;
    Ok(View { row, definition, is_own: false, is_shown: false })
}
