//! Boards: named groups of images.

pub(crate) mod routes;
pub(crate) mod store;

use ::store::Conn;
use area::Services;
use identity::SignedIn;
use kernel::{Fallible, Payer, Problem};

use self::store::{
    self as rows, Board, count_boards, delete_board, find_own, insert_board, list_boards,
};
use crate::hints::announce_change;
use crate::limits::{BOARD_NAME_MAX_CHARS, BOARDS_MAX};
use crate::problems::{BOARD_ID_TAKEN, BOARD_NAME_INVALID, BOARD_NOT_FOUND, TOO_MANY_BOARDS};
use crate::wire::{BoardBody, BoardChange, BoardsBody, NewBoard};

kernel::id! {
    /// Identifies a board of images.
    BoardId
}

/// Returns a board of a person's in a workspace.
///
/// Problems: [`BOARD_NOT_FOUND`].
pub(crate) async fn find_board(conn: &mut Conn, whose: &Payer, id: BoardId) -> Fallible<Board> {
    Ok(find_own(conn, whose, id).await?.ok_or(BOARD_NOT_FOUND)?)
}

/// Lists the caller's boards, oldest first.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<BoardsBody> {
    let mut conn = services.db.read().await?;
    let boards = list_boards(&mut conn, &caller.payer()).await?;
    Ok(BoardsBody { boards: boards.into_iter().map(BoardBody::from).collect() })
}

/// Creates a board, once however often it is retried.
///
/// Problems: [`BOARD_NAME_INVALID`], [`TOO_MANY_BOARDS`]; [`BOARD_ID_TAKEN`] if the id is another board's.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewBoard,
) -> Fallible<BoardBody> {
    let name = parse_name(&new.name)?;
    let whose = caller.payer();
    let mut tx = services.db.begin().await?;
    let is_new = insert_board(&mut tx, &whose, new.id, &name, services.clock.now()).await?;
    if is_new && count_boards(&mut tx, &whose).await? > BOARDS_MAX {
        return Err(TOO_MANY_BOARDS.with("max", BOARDS_MAX).into());
    }
    let board = find_own(&mut tx, &whose, new.id).await?;
    let board = board.filter(|board| board.name == name).ok_or(BOARD_ID_TAKEN)?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(board.into())
}

/// Renames a board.
///
/// Problems: [`BOARD_NOT_FOUND`], [`BOARD_NAME_INVALID`].
pub(crate) async fn rename(
    services: &Services,
    caller: &SignedIn,
    id: BoardId,
    change: BoardChange,
) -> Fallible<BoardBody> {
    let name = parse_name(&change.name)?;
    let mut tx = services.db.begin().await?;
    find_board(&mut tx, &caller.payer(), id).await?;
    rows::rename_board(&mut tx, id, &name).await?;
    let board = find_board(&mut tx, &caller.payer(), id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(board.into())
}

/// Deletes a board. Its images stay.
///
/// Problems: [`BOARD_NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: BoardId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    find_board(&mut tx, &caller.payer(), id).await?;
    delete_board(&mut tx, id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Returns a name without spaces around it.
pub(crate) fn parse_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    match name.is_empty() || name.chars().count() > BOARD_NAME_MAX_CHARS {
        true => Err(BOARD_NAME_INVALID.with("max", BOARD_NAME_MAX_CHARS)),
        false => Ok(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_a_name_of_at_most_100_characters() {
        assert_eq!(parse_name(" Sea ").unwrap(), "Sea");
        assert!(parse_name(&"é".repeat(100)).is_ok() && parse_name(&"é".repeat(101)).is_err());
        assert_eq!(parse_name(" ").unwrap_err().kind, BOARD_NAME_INVALID);
    }
}
