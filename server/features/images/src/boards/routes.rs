use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;

use crate::boards::{self, BoardId};
use crate::wire::{BoardBody, BoardChange, BoardsBody, NewBoard};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_image_boards, create_image_board))
        .routes(routes!(rename_image_board, delete_image_board))
}

/// Lists the caller's boards, oldest first.
#[utoipa::path(get, path = "/api/images/boards", tag = "images",
    responses((status = 200, body = BoardsBody)))]
async fn list_image_boards(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<BoardsBody>> {
    Ok(Json(boards::list(&services, &caller).await?))
}

/// Creates a board.
#[utoipa::path(post, path = "/api/images/boards", tag = "images", request_body = NewBoard,
    responses((status = 201, body = BoardBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_image_board(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewBoard>,
) -> ApiResult<(StatusCode, Json<BoardBody>)> {
    Ok((StatusCode::CREATED, Json(boards::create(&services, &caller, new).await?)))
}

/// Renames a board.
#[utoipa::path(patch, path = "/api/images/boards/{board_id}", tag = "images",
    params(("board_id" = BoardId, Path)), request_body = BoardChange,
    responses((status = 200, body = BoardBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn rename_image_board(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BoardId>,
    Json(change): Json<BoardChange>,
) -> ApiResult<Json<BoardBody>> {
    Ok(Json(boards::rename(&services, &caller, id, change).await?))
}

/// Deletes a board. Its images stay.
#[utoipa::path(delete, path = "/api/images/boards/{board_id}", tag = "images",
    params(("board_id" = BoardId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_image_board(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BoardId>,
) -> ApiResult<StatusCode> {
    boards::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
